import Glibc
import Synchronization

/// A server on loopback that answers each request as a test says.
package final class TestServer: Sendable {
  /// A request that came in.
  package struct Request: Sendable {
    /// How many came before it.
    package let number: Int
    /// The method and the path, as they were sent: `GET /list.csv`.
    package let line: String
    /// The fields, one line each.
    package let fields: [String]
    /// What was sent behind them.
    package let body: String

    /// The value of a field; nil where it is missing.
    package func field(_ name: String) -> String? {
      let prefix = name.lowercased() + ": "
      return fields.first { $0.lowercased().hasPrefix(prefix) }.map {
        String($0.dropFirst(prefix.count))
      }
    }
  }

  /// What answers.
  package typealias Script = @Sendable (Request) -> Answer

  /// The port that it listens on.
  package let port: UInt16
  private let listener: Int32
  private let script: Script
  private let log = Mutex<[Request]>([])

  /// Starts to listen, on a port that the system chooses.
  package init(_ script: @escaping Script) throws(ServerError) {
    self.script = script
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0, let port = Self.listen(listener) else { throw ServerError() }
    self.port = port
    var thread = pthread_t()
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard unsafe pthread_create(&thread, nil, serve, context) == 0 else { throw ServerError() }
    pthread_detach(thread)
    running.withLock { $0[listener] = self }
  }

  /// Stops to listen.
  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// The address of a path.
  package func url(_ path: String = "list.csv") -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// The requests so far.
  package var requests: [Request] { log.withLock { $0 } }

  /// Binds a socket to a port that is free, and listens.
  private static func listen(_ listener: Int32) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && Glibc.listen(listener, 16) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    return isBound ? UInt16(bigEndian: address.sin_port) : nil
  }

  fileprivate func acceptAll() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      answer(connection)
    }
    close(listener)
    running.withLock { $0[listener] = nil }
  }

  private func answer(_ connection: Int32) {
    guard let request = read(connection) else {
      close(connection)
      return
    }
    let answer = script(request)
    send(answer.bytes, connection)
    switch answer.ending {
    case .close:
      // Not close() alone: a process that is started at this moment may have the descriptor too.
      shutdown(connection, Int32(SHUT_WR))
      close(connection)
    case .reset:
      // socket(7): with SO_LINGER and no time, what is not sent is thrown away.
      var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
      unsafe setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      close(connection)
    case .silence:
      // Until the other side gives up.
      var byte: UInt8 = 0
      while unsafe recv(connection, &byte, 1, 0) > 0 {}
      close(connection)
    }
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(
          connection, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Reads a request, with as much body as it announces.
  private func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var missing = 1
    while missing > 0 {
      var block = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe recv(connection, &block, block.count, 0)
      guard count > 0 else { return nil }
      bytes += block[..<count]
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { continue }
      let head = String(decoding: bytes[..<end], as: UTF8.self)
      let length = head.split(separator: "\r\n").first {
        $0.lowercased().hasPrefix("content-length: ")
      }
      .flatMap { Int($0.dropFirst(16)) }
      missing = end + (length ?? 0) - bytes.count
      guard missing <= 0 else { continue }
      return note(head, String(decoding: bytes[end...], as: UTF8.self))
    }
    return nil
  }

  private func note(_ head: String, _ body: String) -> Request {
    var lines = head.split(separator: "\r\n").map(String.init)
    let line = lines.removeFirst().split(separator: " ").prefix(2).joined(separator: " ")
    return log.withLock {
      let request = Request(number: $0.count, line: line, fields: lines, body: body)
      $0.append(request)
      return request
    }
  }
}

/// The system gave no port to listen on.
package struct ServerError: Error {}

/// The servers that listen, kept while their threads use them.
private let running = Mutex<[Int32: TestServer]>([:])

private func serve(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context {
    unsafe Unmanaged<TestServer>.fromOpaque(context).takeUnretainedValue().acceptAll()
  }
  return nil
}

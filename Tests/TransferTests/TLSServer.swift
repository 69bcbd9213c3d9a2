import Foundation

/// A server with a certificate of its own, as the `openssl` program has one.
final class TLSServer {
  /// The folder with its files, certificate included.
  let folder: URL
  let port: Int
  private let process: Process

  /// The program; nil where it is not installed.
  static let program = ["/usr/bin/openssl", "/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  struct Failure: Error {}

  /// Makes a certificate for a name and starts to serve answers, each in a file of its own.
  init(certificateFor name: String, _ answers: [String: String]) throws {
    guard let program = Self.program else { throw Failure() }
    folder = FileManager.default.temporaryDirectory.appending(path: "bank-etl-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    for (path, answer) in answers {
      let text = answer.replacing("\n", with: "\r\n")
      try Data(text.utf8).write(to: folder.appending(path: path))
    }
    let make = Process()
    make.executableURL = URL(filePath: program)
    make.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=test",
      "-addext", "subjectAltName=\(name)",
    ]
    make.currentDirectoryURL = folder
    make.standardError = FileHandle.nullDevice
    try make.run()
    make.waitUntilExit()
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-HTTP",
    ]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It says which port the system gave it: "ACCEPT 127.0.0.1:40123".
    var text = ""
    while !text.contains(/ACCEPT .*:\d+\n/) {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure() }
      text += String(decoding: data, as: UTF8.self)
    }
    port = text.firstMatch(of: /ACCEPT .*:(\d+)\n/).flatMap { Int($0.output.1) } ?? 0
  }

  deinit {
    // The threads that run tests block other signals, and the process has inherited that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The address of a file.
  func url(_ path: String) -> String { "https://127.0.0.1:\(port)/\(path)" }

  /// The certificate.
  var certificate: String { folder.appending(path: "cert.pem").path }
}

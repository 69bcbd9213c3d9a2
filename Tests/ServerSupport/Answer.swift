/// What a server sends, and how it ends.
package struct Answer: Sendable {
  /// The bytes, status line and fields included.
  package var bytes: [UInt8]
  /// How the connection ends.
  package var ending = Ending.close

  /// How a connection ends.
  package enum Ending: Sendable {
    /// In good order.
    case close
    /// Torn down.
    case reset
    /// Not at all: the server says nothing more.
    case silence
  }

  /// Bytes as they are.
  package init(_ bytes: [UInt8], _ ending: Ending = .close) {
    self.bytes = bytes
    self.ending = ending
  }

  /// A status with fields and a body; a Content-Length is added where neither it nor chunks are there.
  package static func status(
    _ status: Int, _ fields: [String] = [], _ body: [UInt8] = []
  ) -> Answer {
    var fields = fields
    let names = fields.map { $0.lowercased() }
    if !names.contains(where: { $0.hasPrefix("content-length") || $0.hasPrefix("transfer-enc") }) {
      fields.append("Content-Length: \(body.count)")
    }
    return raw(status, fields, body)
  }

  /// A status with these fields and no others.
  package static func raw(_ status: Int, _ fields: [String], _ body: [UInt8]) -> Answer {
    let lines = ["HTTP/1.1 \(status) Some Reason"] + fields + ["Connection: close", "", ""]
    return Answer(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  /// A file.
  package static func file(_ body: [UInt8], _ fields: [String] = []) -> Answer {
    status(200, fields, body)
  }

  /// A file that breaks off after some of its bytes.
  package static func broken(
    _ body: [UInt8], after count: Int, _ fields: [String] = [], _ ending: Ending = .close
  ) -> Answer {
    var answer = raw(
      200, fields + ["Content-Length: \(body.count)"], Array(body.prefix(count)))
    answer.ending = ending
    return answer
  }

  /// A part of a file, from a byte on; `total` is what is said of the length of the whole.
  package static func part(
    _ body: [UInt8], from start: Int, count: Int, total: String, _ fields: [String] = []
  ) -> Answer {
    let part = Array(body[start...].prefix(count))
    let last = start + max(part.count, 1) - 1
    return status(206, fields + ["Content-Range: bytes \(start)-\(last)/\(total)"], part)
  }

  /// The rest of a file, from a byte on.
  package static func rest(_ body: [UInt8], from start: Int, _ fields: [String] = []) -> Answer {
    part(body, from: start, count: body.count, total: "\(body.count)", fields)
  }

  /// A file in chunks of a few bytes, with or without the chunk that ends it.
  package static func chunked(
    _ body: [UInt8], endsWell: Bool = true, _ fields: [String] = []
  ) -> Answer {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: body.count, by: 1_000) {
      let chunk = body[start..<min(start + 1_000, body.count)]
      bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
    }
    if endsWell { bytes += Array("0\r\n\r\n".utf8) }
    return raw(200, fields + ["Transfer-Encoding: chunked"], bytes)
  }
}

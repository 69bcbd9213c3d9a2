import FileSupport

@testable import Input

/// The axis of every test that reads: it must not matter where the blocks of a source are cut.
let blockSizes = [1, 2, 3, 7, 4096, 256 << 10]

/// All that a source gives.
struct Decoded {
  var text: [UInt8] = []
  var undecodable: [UndecodableBytes] = []
  var encoding: EncodingDecision
  var string: String { String(decoding: text, as: UTF8.self) }
}

extension TextInput {
  /// Reads everything that is left.
  mutating func readAll() throws -> Decoded {
    var result = Decoded(encoding: encoding)
    var text: [UInt8] = []
    while try read(into: &text) {
      result.undecodable += takeUndecodable()
    }
    result.undecodable += takeUndecodable()
    result.text = text
    result.encoding = encoding
    return result
  }
}

/// Reads a file of these bytes.
func decode(
  _ bytes: [UInt8], encoding: String? = nil, blockSize: Int = TextInput.defaultBlockSize
) throws -> Decoded {
  let file = try TemporaryFile(bytes)
  var input = try TextInput(path: file.path, encoding: encoding, blockSize: blockSize)
  return try input.readAll()
}

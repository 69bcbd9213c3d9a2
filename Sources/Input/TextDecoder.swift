/// What turns the bytes of one encoding into UTF-8.
protocol TextDecoder {
  /// Decodes as much of `raw` as holds whole characters.
  ///
  /// Bytes that are no character are passed on as they are, and noted.
  ///
  /// - Parameters:
  ///   - raw: the next bytes of the source, with what the last call left over in front.
  ///   - atEnd: whether these are the last bytes: then nothing is left over.
  ///   - text: the decoded text is appended to it.
  ///   - notes: gets the undecodable bytes.
  /// - Returns: how many bytes were decoded; the rest is the start of a character.
  mutating func decode(
    _ raw: [UInt8], atEnd: Bool, into text: inout [UInt8], notes: inout UndecodableNotes
  ) -> Int
}

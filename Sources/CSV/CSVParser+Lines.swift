import CLibCSV

extension CSVParser {
  /// Parses records that are a line each, with one call for all of them.
  ///
  /// csv(3): "The space characters determine which characters are removed from the beginning and end
  /// of non-quoted fields". What is white space depends on the field, so none may be removed here;
  /// but a function that says so is called for every character. libcsv's own notion of space costs
  /// nothing, and whether it removed something can be counted: a line has, beside its fields, the
  /// delimiters and the quotes, and a quote that is text is written twice.
  ///
  /// - Parameters:
  ///   - text: the text that holds the lines.
  ///   - lines: where they are, line ends included; none is empty, and a record can start there.
  ///   - count: how many lines there are.
  ///   - length: how many bytes they have without their line ends.
  ///   - fieldCount: how many fields each is to have; nil for any number.
  /// - Returns: false, and nothing has happened, where they are no such records: where white space is
  ///   around a field, a quote out of place, or a record behind its line.
  mutating func parseLines(
    _ text: [UInt8], _ lines: Range<Int>, count: Int, length: Int, ofFields fieldCount: Int? = nil
  ) -> Bool {
    unsafe fields.pointee.beginRecords(ofFields: fieldCount)
    let isWhole = unsafe text.withUnsafeBytes { memory in
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[lines])
      unsafe csv_set_space_func(&parser, nil)
      let taken = unsafe csv_parse(
        &parser, bytes.baseAddress, bytes.count, fieldEnded, lineEnded, fields)
      unsafe csv_set_space_func(&parser, isNeverSpace)
      guard taken == bytes.count, unsafe fields.pointee.recordCount == count,
        unsafe fields.pointee.areRecordsEven
      else { return false }
      let quotes = unsafe bytes.count(of: parser.quote_char)
      let quotesOfText = quotes == 0 ? 0 : unsafe fields.pointee.count(of: parser.quote_char)
      let delimiters = self.fieldCount - count
      return unsafe length == fields.pointee.recordBytes + delimiters + quotes - quotesOfText
    }
    if !isWhole { abandonRecord() }
    return isWhole
  }
}

private func lineEnded(_ terminator: Int32, _ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe context.assumingMemoryBound(to: FieldBuffer.self).pointee.endRecord()
}

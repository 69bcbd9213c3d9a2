import CSV
import Documents
import Input

/// A document of JSON or Markdown.
extension RecordReader {
  /// The reader of a document.
  ///
  /// - Parameters:
  ///   - input: the source.
  ///   - format: what it is.
  ///   - options: what the command line says of it.
  ///   - limits: how much is read at once.
  /// - Returns: the reader, of which nothing but the head has been read.
  /// - Throws: `InputError`, or `CommandFailure` where there are no records, or an option does not fit.
  static func document(
    _ input: consuming TextInput, _ format: ForeignFormat, _ options: ImportOptions,
    _ limits: ReadingLimits
  ) throws -> DocumentReader {
    let path = input.path
    guard limits.footerLines == 0, options.header == .find else {
      let option = limits.footerLines > 0 ? "--skip-footer" : "--header-line and --no-header"
      throw refusal(path, "expected delimited text for \(option) but found \(format)")
    }
    let reader = try DocumentReader(input, format, limits: limits)
    guard reader.fieldCount == 0 else { return reader }
    guard let flaw = reader.flaw else {
      throw refusal(path, "expected records but found \(format) without any")
    }
    throw CommandFailure(
      .dataError, Message(flaw.message, at: CommandFailure.place(path, flaw.line)),
      Message(
        "what is read of JSON is an array of objects, or objects one behind the other; "
          + "`jq -c '.data[]'` takes them out of an object"))
  }

  /// Whether the records come from a document.
  var isDocument: Bool { document != nil }
}

import CSV
import Datasets
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
  ///   - allowsEmpty: whether it may be a document without records.
  /// - Returns: the reader, of which nothing but the head has been read.
  /// - Throws: `InputError`, or `CommandFailure` where there are no records, or an option does not fit.
  static func document(
    _ input: consuming TextInput, _ format: ForeignFormat, _ options: ImportOptions,
    _ limits: ReadingLimits, allowsEmpty: Bool
  ) throws -> DocumentReader {
    let path = input.path
    guard limits.footerLines == 0, options.header == .find else {
      let option = limits.footerLines > 0 ? "--skip-footer" : "--header-line and --no-header"
      throw refusal(path, "expected delimited text for \(option) but found \(format)")
    }
    let reader = try DocumentReader(input, format, limits: limits)
    guard reader.fieldCount == 0 else { return reader }
    guard let flaw = reader.flaw else {
      if allowsEmpty { return reader }
      throw refusal(path, "expected records but found \(format) without any")
    }
    throw CommandFailure(
      .dataError, Message(flaw.message, at: CommandFailure.place(path, flaw.line)),
      Message(
        "what is read of JSON is an array of objects, or objects one behind the other; "
          + takingOut(reader.arrayPath)))
  }

  /// How objects that are within another one are taken out of it.
  ///
  /// - Parameter names: the names that lead to them; nil where they are not known.
  /// - Returns: a clause.
  private static func takingOut(_ names: [String]?) -> String {
    // A quote would end that of the shell.
    guard let names, !names.contains(where: { $0.contains("'") }) else {
      return "`jq -c '.data[]'` takes them out of an object"
    }
    let path = names.enumerated().map { Self.path(of: $1, isFirst: $0 == 0) }.joined()
    return "`jq -c '\(path)[]'` takes them out of \(quoted(names))"
  }

  private static func quoted(_ names: [String]) -> String {
    QuotedText.quoted(names.joined(separator: "."))
  }

  /// What jq calls a member, of the document or of an object within it.
  private static func path(of name: String, isFirst: Bool) -> String {
    let isPlain = name.unicodeScalars.enumerated().allSatisfy { index, scalar in
      scalar == "_" || scalar.isASCII && scalar.properties.isAlphabetic
        || index > 0 && ("0"..."9").contains(scalar)
    }
    if isPlain, !name.isEmpty { return ".\(name)" }
    return "\(isFirst ? "." : "")[\(JSON.string(name).text)]"
  }

  /// That the document is one object which holds others, of which one may be meant as a record each; nil
  /// where it is not so.
  var wrappedRecords: String? {
    document?.arrayPath.map {
      "expected records but found one object, whose \(Self.quoted($0)) is an array of them: "
        + Self.takingOut($0)
    }
  }

  /// Whether each record names its fields itself, so that none can be the header of others.
  var hasNamesInRecords: Bool { document?.format == .json }

  /// Whether the records come from a document.
  var isDocument: Bool { document != nil }
}

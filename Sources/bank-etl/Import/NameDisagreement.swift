import Input

/// Whether the name of a file says something else than its content.
enum NameDisagreement {
  /// What the last part of a name says that the file is; nil where it says nothing.
  private enum Kind: Equatable {
    case text
    case format(ForeignFormat)
  }

  private static let kinds: [String: Kind] = [
    "csv": .text, "tsv": .text, "tab": .text, "psv": .text, "txt": .text,
    "xlsx": .format(.xlsx), "xlsm": .format(.xlsx), "xltx": .format(.xlsx), "xls": .format(.xls),
    "xlt": .format(.xls), "ods": .format(.ods), "ots": .format(.ods), "zip": .format(.zip),
    "json": .format(.json), "ndjson": .format(.json), "jsonl": .format(.json),
    "md": .format(.markdown), "markdown": .format(.markdown), "gz": .format(.gzip),
    "xz": .format(.xz), "zst": .format(.zstd), "bz2": .format(.bzip2),
  ]

  /// What is to be said of a file that is read by its content, whatever its name is.
  ///
  /// - Parameters:
  ///   - path: the path as it was given; `-` has no name.
  ///   - content: the workbook or container that it is; nil for plain text.
  /// - Returns: nil where the name says the same, or nothing.
  static func message(path: String, content: ForeignFormat?) -> String? {
    let ending = ForeignFormat.ending(of: path)
    let found = content.map(Kind.format) ?? .text
    guard path != "-", let kind = kinds[ending], kind != found else { return nil }
    return "read as \(content?.description ?? "delimited text"), though its name ends in .\(ending)"
  }

  /// Whether a file is called delimited text.
  static func isNamedText(_ path: String) -> Bool { kinds[ForeignFormat.ending(of: path)] == .text }
}

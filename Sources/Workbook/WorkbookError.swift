/// Why a workbook could not be read.
package struct WorkbookError: Error, Equatable, Sendable {
  /// What went wrong.
  package enum Kind: Error, Equatable, Sendable {
    /// The workbook lacks a part that it needs, of this name.
    case missingPart(String)
    /// A part is not as the format wants it; the text says what is wrong.
    case malformed(String)
    /// More shared strings than memory is meant to hold.
    case tooManyStrings
    /// A kind of workbook that can't be read, such as Excel's binary one.
    case unsupported(String)
    /// The workbook is locked with a password.
    case encrypted
    /// There is no sheet of the name that was asked for; these are there.
    case noSheet(String, among: [String])
    /// A library could not allocate memory.
    case outOfMemory
  }

  /// The path of the workbook as it was given; `-` is the standard input.
  package let path: String
  /// The part of the workbook concerned, such as `xl/styles.xml`; nil where it is all of it.
  package let part: String?
  /// What went wrong.
  package let kind: Kind

  /// An error of the workbook at `path`.
  package init(path: String, part: String? = nil, kind: Kind) {
    self.path = path
    self.part = part
    self.kind = kind
  }
}

extension WorkbookError: CustomStringConvertible {
  /// The reason without the path, as one line.
  package var description: String {
    let place = part.map { "\($0): " } ?? ""
    return switch kind {
    case .missingPart(let name): "expected \"\(name)\" in the workbook but found none"
    case .malformed(let text): "\(place)expected a part of a workbook but \(text)"
    case .tooManyStrings:
      "\(place)expected at most \(SharedStrings.bytesMax >> 20) MiB of text but found more; "
        + "save the sheet as CSV"
    case .unsupported(let text): "expected a workbook as .xlsx but found \(text)"
    case .encrypted: "expected a workbook without a password but it is encrypted"
    case .noSheet(let name, let names):
      "expected a sheet \"\(name)\" but found "
        + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .outOfMemory: "out of memory"
    }
  }
}

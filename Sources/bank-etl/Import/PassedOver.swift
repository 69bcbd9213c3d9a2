import CSV
import Documents
import Input

/// What is said of the files of an archive, and of the sheets of a workbook, that are not read.
enum PassedOver {
  /// How many of them a message names.
  private static let namedMax = 10

  /// The message.
  ///
  /// - Parameter names: their names within the archive.
  /// - Returns: nil where there are none.
  static func message(_ names: [String]) -> String? {
    message(names, why: "as no lists")
  }

  /// What is said of the sheets of a workbook that are not read.
  ///
  /// - Parameter names: their names.
  /// - Returns: nil where there are none.
  static func message(sheets names: [String]) -> String? {
    message(names, why: "without the header, or hidden")
  }

  /// What is said of hidden sheets that nobody asked for.
  ///
  /// - Parameter names: their names.
  /// - Returns: nil where there are none.
  static func message(hidden names: [String]) -> String? { message(names, why: "as hidden") }

  private static func message(_ names: [String], why: String) -> String? {
    guard !names.isEmpty else { return nil }
    let list = names.prefix(namedMax).map { "\"\($0)\"" }.joined(separator: ", ")
    return "passed over, \(why): \(list)" + (names.count > namedMax ? ", …" : "")
  }
}

extension RecordReader {
  /// What is said of what the source has beside the list that is read; nil where there is nothing.
  var passedOver: String? {
    isWorkbook
      ? PassedOver.message(sheets: otherSheets) : PassedOver.message(passedOverMembers)
  }

  /// The names of the files of an archive that were passed over, because they are no lists.
  var passedOverMembers: [String] {
    switch text {
    case .some(let reader): reader.input.passedOver
    case nil: document?.passedOver ?? []
    }
  }
}

import CSV
import Input

/// What is said of the files of an archive that are no lists.
enum PassedOver {
  /// How many of them a message names.
  private static let namedMax = 10

  /// The message.
  ///
  /// - Parameter names: their names within the archive.
  /// - Returns: nil where there are none.
  static func message(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let list = names.prefix(namedMax).map { "\"\($0)\"" }.joined(separator: ", ")
    return "passed over, as no lists: \(list)" + (names.count > namedMax ? ", …" : "")
  }
}

extension RecordReader {
  /// The files beside it in an archive that are no lists.
  var passedOver: [String] {
    switch text {
    case .some(let reader): reader.input.passedOver
    case nil: []
    }
  }
}

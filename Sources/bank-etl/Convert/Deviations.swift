import Records

/// The records that are not as they should be, shown on standard error as they come.
struct Deviations {
  /// How many are shown; of the others, only the number is.
  static let shownCount = 100

  private let name: String
  private var count = 0

  init(path: String) {
    name = CommandFailure.place(path, nil) ?? path
  }

  /// Adds a record.
  mutating func add(line: Int64, _ text: @autoclosure () -> String) {
    count += 1
    guard count <= Self.shownCount else { return }
    Message.show([Message(text(), at: "\(name):\(line)")])
  }

  /// Adds a reject.
  mutating func add(_ reject: Reject) {
    add(line: reject.line, (reject.column.map { "\($0): " } ?? "") + reject.message)
  }

  /// Says how many more there were than were shown.
  ///
  /// - Returns: `rejects` where there was one, else `success`.
  func finish() -> ExitStatus {
    if count > Self.shownCount {
      Message.show([Message("\(count - Self.shownCount) more like these", at: name)])
    }
    return count > 0 ? .rejects : .success
  }
}

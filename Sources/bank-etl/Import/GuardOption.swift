import Datasets
import Loading

/// A value of `--guard`: a limit that holds for this import, whatever the dataset declares.
struct GuardOption {
  private let name: GuardCheck.Name
  private let limit: Guards.Limit

  /// The option of a text such as `maxRejects=1%`.
  init(_ text: String) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let name = GuardCheck.Name(rawValue: parts[0]), name.hasLimit
    else {
      let names = GuardCheck.Name.allCases.filter(\.hasLimit).map(\.rawValue)
      let written = text.prefix { $0 != "=" }
      throw CommandFailure(
        .usage,
        Message(
          "expected NAME=LIMIT for --guard, NAME one of \(names.joined(separator: ", ")), "
            + "but found \"\(text)\""
            + NearestMatch.suggestion(for: String(written), in: names)))
    }
    guard let limit = Guards.Limit(parts[1]) else {
      throw Self.noLimit(text, "a number or a share")
    }
    if name == .minRecords, case .percent = limit { throw Self.noLimit(text, "a number") }
    self.name = name
    self.limit = limit
  }

  private static func noLimit(_ text: String, _ expected: String) -> CommandFailure {
    CommandFailure(.usage, Message("expected \(expected) for --guard but found \"\(text)\""))
  }

  /// Sets the guard.
  func apply(to guards: inout Guards) {
    switch name {
    case .minRecords: if case .count(let count) = limit { guards.minRecords = count }
    case .maxRejects: guards.maxRejects = limit
    case .maxShrink: guards.maxShrink = limit
    case .maxDeletes: guards.maxDeletes = limit
    case .maxChanges: guards.maxChanges = limit
    case .headerOnly, .truncated, .dateOrder: break
    }
  }
}

import Records
import Loading

/// What is said of an import that nobody looks at.
extension ImportReport {
  /// What became of the file, for the metrics of its dataset.
  func outcome(_ status: ExitStatus) -> MetricsFile.Outcome {
    let time = duration == .zero ? ContinuousClock.now - clock : duration
    return MetricsFile.Outcome(
      isSuccess: status == .success || status == .rejects, status: status,
      durationSeconds: (time / .milliseconds(1)).rounded() / 1_000,
      counts: [
        counts.read, counts.inserted, counts.updated, counts.unchanged, counts.rejected,
      ])
  }

  /// What a failure left behind, and what to do about it.
  func aftermath(_ status: ExitStatus) -> Message {
    guard !isDryRun else {
      return Message(
        "the trial import of \(name) into a copy of \(database) failed (status \(status.rawValue)): "
          + "\(database) is as it was; \(Self.advice(status, again: "try"))")
    }
    let run = run.map { ", run \($0)" } ?? ""
    let kept =
      hasCommitted
      ? "what had been committed stays, and the next import of the file goes on there"
      : "nothing of it was kept, and every row is as it was"
    return Message(
      "the import of \(name) into \(database) failed (status \(status.rawValue)\(run)): \(kept); "
        + Self.advice(status, again: "import"))
  }

  /// What a success left out, where it did.
  var omission: Message? {
    guard hasRejects, !isDryRun else { return nil }
    return Message(
      "\(name) was loaded into \(database) without \(counts.rejected) of its \(counts.read) records; "
        + "\(rejectsCommand) shows them")
  }

  /// The first rejects, each at its place, and how to see the others.
  var rejectMessages: [Message] {
    var messages = rejects.map { reject in
      let column = reject.column.map { "\($0): " } ?? ""
      return Message(column + reject.message, at: "\(name):\(reject.line)")
    }
    let more = counts.rejected - Int64(rejects.count)
    if more > 0 {
      messages.append(
        Message("\(more) more rejected; \(rejectsCommand) shows them all", at: name))
    }
    return messages
  }

  /// The command that lists the rejects of the run.
  var rejectsCommand: String { "'bank-etl rejects \(run ?? 0)\(databaseHint)'" }

  private var name: String { source == "-" ? "standard input" : source }

  private static func advice(_ status: ExitStatus, again verb: String) -> String {
    let again = "\(verb) it again"
    return switch status {
    case .dataError: "look at it with 'bank-etl inspect', have it mended, and \(again)"
    case .noInput: "see that it is there and can be read, and \(again)"
    case .busy: "\(again) later, or with --wait SECONDS"
    case .timedOut: "\(again), with a longer --timeout"
    case .noPermission, .cannotCreate, .configuration, .usage: "mend that, and \(again)"
    case .software: "tell the makers of bank-etl"
    default: again
    }
  }
}

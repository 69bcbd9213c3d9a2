/// What is known of the last run of each dataset, as a text file that Prometheus' node exporter reads
/// (the textfile collector).
struct MetricsFile {
  /// What became of the files of one dataset.
  struct Outcome {
    /// Whether all of them were loaded, or had been before.
    var isSuccess = true
    var status = ExitStatus.success
    var durationSeconds = 0.0
    /// Read, inserted, updated, unchanged, rejected.
    var counts = [Int64](repeating: 0, count: 5)

    /// What became of several files of one dataset.
    func adding(_ other: Outcome) -> Outcome {
      Outcome(
        isSuccess: isSuccess && other.isSuccess, status: max(status, other.status),
        durationSeconds: durationSeconds + other.durationSeconds,
        counts: zip(counts, other.counts).map { $0 + $1 })
    }
  }

  private struct Metric {
    let name: String
    let help: String
  }

  private static let metrics = [
    Metric(
      name: "last_success_timestamp_seconds",
      help: "When the dataset was last imported with success."),
    Metric(name: "last_run_timestamp_seconds", help: "When an import of the dataset last ended."),
    Metric(name: "last_run_exit_status", help: "The exit status of the last import."),
    Metric(name: "last_run_duration_seconds", help: "How long the last import took."),
    Metric(name: "last_success_records_read", help: "Records that the last success read."),
    Metric(name: "last_success_records_inserted", help: "Records that the last success inserted."),
    Metric(name: "last_success_records_updated", help: "Records that the last success updated."),
    Metric(
      name: "last_success_records_unchanged", help: "Records that the last success found unchanged."
    ),
    Metric(name: "last_success_records_rejected", help: "Records that the last success rejected."),
  ]

  /// The values by the metric's name, then by the dataset's name as a label has it.
  private var values: [String: [String: String]] = [:]

  /// The values of a file that was written before; what else is in it is left out.
  init(_ text: String) {
    for line in text.split(separator: "\n") where line.hasPrefix("bank_etl_") {
      // bank_etl_NAME{dataset="LABEL"} VALUE
      guard let brace = line.firstRange(of: "{dataset=\""), let end = line.lastRange(of: "\"} ")
      else {
        continue
      }
      let name = line[line.index(line.startIndex, offsetBy: 9)..<brace.lowerBound]
      values[String(name), default: [:]][String(line[brace.upperBound..<end.lowerBound])] =
        String(line[end.upperBound...])
    }
  }

  /// Takes in what became of a dataset.
  ///
  /// - Parameters:
  ///   - outcome: what became of it.
  ///   - dataset: its name.
  ///   - now: the time, in seconds since 1970.
  mutating func note(_ outcome: Outcome, of dataset: String, now: Int) {
    let label = dataset.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    func set(_ name: String, _ value: String) { values[name, default: [:]][label] = value }
    set("last_run_timestamp_seconds", String(now))
    set("last_run_exit_status", String(outcome.status.rawValue))
    set("last_run_duration_seconds", String(outcome.durationSeconds))
    guard outcome.isSuccess else { return }
    set("last_success_timestamp_seconds", String(now))
    for (word, count) in zip(
      ["read", "inserted", "updated", "unchanged", "rejected"], outcome.counts)
    {
      set("last_success_records_\(word)", String(count))
    }
  }

  /// The file's text, in the exposition format of Prometheus.
  var text: String {
    Self.metrics.map { metric -> String in
      guard let samples = values[metric.name], !samples.isEmpty else { return "" }
      let name = "bank_etl_\(metric.name)"
      let lines = samples.sorted { $0.key < $1.key }
        .map { "\(name){dataset=\"\($0.key)\"} \($0.value)\n" }
      return "# HELP \(name) \(metric.help)\n# TYPE \(name) gauge\n" + lines.joined()
    }.joined()
  }

  /// Makes sure that a file may be replaced: that there is none, or an empty one, or metrics of this
  /// program.
  ///
  /// - Parameter path: the file; a device or a pipe has nothing to lose.
  /// - Throws: `CommandFailure` for any other.
  static func check(_ path: String) throws(CommandFailure) {
    guard let size = FileStatus.size(path), size > 0 else { return }
    try requireOwn(try SharedFile.content(of: path), path)
  }

  private static func requireOwn(_ content: [UInt8], _ path: String) throws(CommandFailure) {
    let isOwn = String(decoding: content, as: UTF8.self).split(separator: "\n").allSatisfy { line in
      ["bank_etl_", "# HELP bank_etl_", "# TYPE bank_etl_"].contains { line.hasPrefix($0) }
    }
    guard !isOwn else { return }
    throw CommandFailure(
      .cannotCreate,
      Message("expected nothing or metrics of bank-etl alone but found something else", at: path),
      "name another file for --metrics, or move that one away")
  }

  /// Brings a file up to date; what it has of other datasets stays.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - outcomes: what became of the datasets, by their names.
  /// - Throws: `CommandFailure` when it can't be written.
  static func update(_ path: String, _ outcomes: [String: Outcome]) throws(CommandFailure) {
    guard !outcomes.isEmpty else { return }
    try SharedFile.replace(path) { old throws(CommandFailure) in
      if !FileStatus.isSpecial(path) { try requireOwn(old, path) }
      var file = MetricsFile(String(decoding: old, as: UTF8.self))
      for (dataset, outcome) in outcomes { file.note(outcome, of: dataset, now: UTCTime.seconds) }
      return Array(file.text.utf8)
    }
  }
}

extension BidirectionalCollection<Character> {
  /// Where a text occurs for the last time.
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    ranges(of: text).last
  }
}

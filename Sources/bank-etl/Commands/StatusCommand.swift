import Datasets
import Loading
import SQLite

/// `bank-etl status`: whether each dataset is as fresh as it should be.
enum StatusCommand {
  private static let maxAge = Option.valued(
    "max-age", "AGE", .timeSpan,
    help: "exit with 1 where the last good import is older, or there is none: 90m, 26h, 8d")

  static let command = Command(
    path: ["status"],
    summary: "show the last good import of each dataset, its age, and the last failure",
    operands: [
      Operand(
        name: "DATASET", kind: .dataset,
        help: "a dataset that must have imports; without it, all that had one", isOptional: true,
        isRepeated: true)
    ],
    options: [maxAge, .json, .database, .package, .color, .quiet],
    examples: [
      Example("bank-etl status", "the last good import of each dataset"),
      Example("bank-etl status --max-age 26h -q", "for a monitor: silence and 0, or a table and 1"),
      Example("bank-etl status failed-banks --max-age 8d --json", "one dataset, for a program"),
    ],
    discussion: """
      An import is good when it loaded its file, with rejects or without, and also when it found \
      the file unchanged: then the age counts from that. A dataset that is named and never had a \
      good import is too old for any age. An import that was refused before it began (no file, \
      another layout) leaves no trace here, and shows as age. If a wrong clock dated the last good \
      import in the future, it does not count. With --max-age, a database without any import is too \
      old as well.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let location = try DatabaseLocation(arguments)
    let limit = arguments.text(maxAge).flatMap(TimeSpan.seconds)
    let datasets: [DatasetRuns]
    do {
      datasets = try location.read { try read(from: $0, arguments) }
    } catch let error as LoadError {
      throw CommandFailure(error, database: location.path)
    }
    // Where nothing was ever imported, nothing is as fresh as it should be.
    let isGood =
      datasets.allSatisfy { isFresh($0, limit) } && (limit == nil || !datasets.isEmpty)
    if arguments.has(.json) {
      var output = Output()
      let object: JSON = [
        "version": 1, "database": .string(location.path), "max_age_seconds": .optional(limit),
        "ok": .bool(isGood), "datasets": .array(datasets.map { json($0, limit) }),
      ]
      try output.write(object.text + "\n")
      try output.flush()
    } else if datasets.isEmpty, !isGood || !arguments.has(.quiet) {
      Message.show([
        Message("no imports in this database", at: location.path),
        "'bank-etl import FILE\(location.hint)' loads one; --db PATH names another database",
      ])
    } else if !isGood || !arguments.has(.quiet) {
      let color = arguments.choice(.color, as: Style.When.self) ?? .auto
      var writer = RowWriter(labels: labels, format: .table, color: color)
      for dataset in datasets { try writer.write(row(dataset, limit)) }
      try writer.finish()
    }
    return isGood ? .success : .negative
  }

  /// The datasets that are asked for; those without imports among them.
  ///
  /// - Throws: `CommandFailure` for a name that neither the ledger nor the declarations have.
  private static func read(
    from database: Database, _ arguments: ParsedArguments
  ) throws -> [DatasetRuns] {
    let names = arguments.operands
    var all: [DatasetRuns] = []
    if try LedgerSchema.isPresent(in: database) {
      try LedgerSchema.requireCurrent(in: database)
      all = try DatasetRuns.all(in: database)
    }
    if names.isEmpty { return all }
    return try names.map { name in
      if let runs = all.first(where: { $0.dataset == name }) { return runs }
      let package = try Declarations(arguments).package
      return DatasetRuns(dataset: try ListCommand.dataset(named: name, of: package).name)
    }
  }

  private static func isFresh(_ dataset: DatasetRuns, _ limit: Int64?) -> Bool {
    guard let limit else { return true }
    return dataset.lastSuccess.map { $0.ageSeconds <= limit && !$0.isInFuture } ?? false
  }

  private static let labels = [
    "dataset", "state", "age", "last good", "run", "read", "inserted", "updated", "unchanged",
    "rejected", "skipped", "last failure",
  ]

  private static func row(_ dataset: DatasetRuns, _ limit: Int64?) -> [Value] {
    let failure = dataset.lastFailure.map { failure in
      "run \(failure.run), \(minute(failure.at)): \(failure.message)"
    }
    let isInFuture = dataset.lastSuccess?.isInFuture ?? false
    let state = isInFuture ? "in the future" : isFresh(dataset, limit) ? "ok" : "too old"
    guard let good = dataset.lastSuccess else {
      return [.text(dataset.dataset), .text(limit == nil ? "none" : state)]
        + [Value](repeating: .null, count: 9) + [.optional(failure)]
    }
    let counts = good.counts
    return [
      .text(dataset.dataset), .text(state), .text(TimeSpan.text(seconds: max(0, good.ageSeconds))),
      .text(minute(good.at)), .integer(good.run), .integer(counts.read), .integer(counts.inserted),
      .integer(counts.updated), .integer(counts.unchanged), .integer(counts.rejected),
      .integer(counts.skipped), .optional(failure),
    ]
  }

  /// `2026-01-04T03:04:05.000Z` as `2026-01-04 03:04`.
  private static func minute(_ time: String) -> String {
    time.prefix(10) + " " + time.dropFirst(11).prefix(5)
  }

  private static func json(_ dataset: DatasetRuns, _ limit: Int64?) -> JSON {
    let success: JSON =
      dataset.lastSuccess.map { good in
        [
          "run": .integer(good.run), "at": .string(good.at),
          "age_seconds": .integer(good.ageSeconds),
          "status": .string(
            (good.hasRejects ? RunStatus.succeededWithRejects : .succeeded).rawValue),
          "read": .integer(good.counts.read), "inserted": .integer(good.counts.inserted),
          "updated": .integer(good.counts.updated), "unchanged": .integer(good.counts.unchanged),
          "rejected": .integer(good.counts.rejected), "skipped": .integer(good.counts.skipped),
          "deleted": .integer(good.counts.deleted),
        ]
      } ?? .null
    let failure: JSON =
      dataset.lastFailure.map { failure in
        [
          "run": .integer(failure.run), "at": .string(failure.at),
          "message": .string(failure.message),
        ]
      } ?? .null
    return [
      "dataset": .string(dataset.dataset), "ok": .bool(isFresh(dataset, limit)),
      "last_success": success, "last_failure": failure,
    ]
  }
}

extension Plan {
  /// How many lines of a difference a message shows.
  static let differenceLimit = 40

  /// Refuses to go on while what was applied is not what the files say.
  ///
  /// - Parameter permissions: what may be overlooked.
  /// - Throws: `MigrationError` of kind `history`, with everything that is wrong.
  package func requireConsistency(allowing permissions: Permissions = []) throws(MigrationError) {
    let objections = objections(allowing: permissions)
    guard !objections.isEmpty else { return }
    throw MigrationError(.history, objections, advice: advice(allowing: permissions))
  }

  /// Refuses to go on unless everything is applied, as an import must.
  ///
  /// - Throws: `MigrationError` of kind `history` or `pending`.
  package func requireNothingPending() throws(MigrationError) {
    try requireConsistency()
    let pending = pending
    guard !pending.isEmpty else { return }
    throw MigrationError(
      .pending,
      pending.map { Problem(path: $0.up.path, message: "not applied to the database yet") },
      advice: ["apply with 'bank-etl migrate up'"])
  }

  /// What is wrong with what was applied, with the place of each.
  ///
  /// - Parameter permissions: what is overlooked.
  /// - Returns: nothing when the files say what was applied.
  package func objections(allowing permissions: Permissions = []) -> [Problem] {
    var problems: [Problem] = []
    let newestFile = migrations.migrations.last?.version ?? 0
    for entry in entries {
      switch entry.state {
      case .applied, .pending: continue
      case .edited where !permissions.contains(.edited): problems += Plan.edits(of: entry)
      case .missing where !permissions.contains(.missing):
        problems.append(missing(entry, newestFile: newestFile))
      case .outOfOrder where !permissions.contains(.outOfOrder):
        problems.append(outOfOrder(entry))
      default: continue
      }
    }
    return problems
  }

  /// The differences between the files of a migration and what was applied.
  static func edits(of entry: Entry, limit: Int = differenceLimit) -> [Problem] {
    guard let migration = entry.migration, let applied = entry.applied else { return [] }
    var problems: [Problem] = []
    if !MigrationScript.isSame(migration.up.text, applied.up) {
      let difference = TextDifference(applied.up, migration.up.text)
      problems.append(
        Problem(
          path: migration.up.path, line: difference.firstLine,
          message: "edited since it was applied on \(applied.appliedAt)",
          details: difference.excerpt(limit: limit)))
    }
    switch (applied.down, migration.down) {
    case (nil, let down?):
      problems.append(
        Problem(path: down.path, message: "added since it was applied on \(applied.appliedAt)"))
    case (.some, nil):
      problems.append(
        Problem(
          path: migration.up.path,
          message: "its down file was removed since it was applied on \(applied.appliedAt)"))
    case (let stored?, let down?) where !MigrationScript.isSame(stored, down.text):
      let difference = TextDifference(stored, down.text)
      problems.append(
        Problem(
          path: down.path, line: difference.firstLine,
          message: "edited since it was applied on \(applied.appliedAt)",
          details: difference.excerpt(limit: limit)))
    default: break
    }
    return problems
  }

  private func missing(_ entry: Entry, newestFile: Int64) -> Problem {
    let when = entry.applied.map { ", applied on \($0.appliedAt)" } ?? ""
    let cause =
      entry.version > newestFile
      ? "the database is newer than the files" : "the files of an applied migration are missing"
    return Problem(path: migrations.folder, message: "\(cause): \(entry.label)\(when)")
  }

  private func outOfOrder(_ entry: Entry) -> Problem {
    let newer = entries.last { $0.applied != nil && $0.version > entry.version }
    return Problem(
      path: entry.migration?.up.path,
      message: "out of order: not applied, though \(newer?.label ?? "a newer one") is")
  }

  /// What can be done about each kind of objection, the option that overlooks it last.
  private static let remedies: [(state: State, permission: Permissions, text: String)] = [
    (
      .edited, .edited,
      "undo the edit and write a new migration, or accept the text as it is now with "
        + "'bank-etl migrate repair'; 'bank-etl migrate up --allow-edited' overlooks it"
    ),
    (
      .missing, .missing,
      "get the newest files, or undo what is missing with 'bank-etl migrate down'; "
        + "'bank-etl migrate up --allow-missing' overlooks it"
    ),
    (
      .outOfOrder, .outOfOrder,
      "give the file the next number if nobody else has applied it; "
        + "'bank-etl migrate up --allow-out-of-order' applies it as it is"
    ),
  ]

  private func advice(allowing permissions: Permissions) -> [String] {
    let states = Set(entries.map(\.state))
    return Plan.remedies.filter { remedy in
      states.contains(remedy.state) && !permissions.contains(remedy.permission)
    }.map(\.text)
  }
}

extension TextDifference {
  /// The line of the second text at which the difference starts, counting from 1.
  var firstLine: Int? {
    let index = lines.firstIndex { if case .same = $0 { false } else { true } }
    return index.map { $0 + 1 }
  }
}

import Migrations

// What the `migrate` commands say as JSON.

extension Problem {
  /// The problem as an object.
  var json: JSON {
    [
      "file": .optional(path), "line": .optional(line.map(Int64.init)),
      "column": .optional(column.map(Int64.init)), "message": .string(message),
      "details": .array(details.map(JSON.string)),
    ]
  }
}

extension MigrationStep {
  /// The step as an object.
  var json: JSON {
    [
      "action": .string(action.rawValue), "version": .integer(version), "name": .string(label),
      "duration_ms": .integer(durationMilliseconds),
    ]
  }
}

extension Migration {
  /// The migration as an object.
  var json: JSON {
    ["version": .integer(version), "name": .string(label), "file": .string(up.path)]
  }
}

extension Plan.Entry {
  /// How the migration stands, as an object.
  var json: JSON {
    [
      "version": .integer(version), "name": .string(label), "state": .string(state.word),
      "applied_at": .optional(applied?.appliedAt),
      "duration_ms": .optional(applied?.durationMilliseconds),
      "file": .optional(migration?.up.path),
    ]
  }
}

extension Plan.State {
  /// The state as one word.
  var word: String { rawValue.split(separator: " ").joined(separator: "_") }
}

import Loading

extension ImportReport {
  /// The object that `--json` prints.
  var json: JSON {
    let milliseconds = duration / .milliseconds(1)
    var members: [(String, JSON)] = [
      ("version", 1), ("run", .optional(run)), ("dataset", .optional(dataset)),
      ("source", .string(source)), ("sha256", .optional(sha256)),
      ("encoding", .optional(encoding)), ("delimiter", .optional(delimiter)),
      ("header_line", .optional(headerLine)), ("status", .string(status)),
      ("read", .integer(counts.read)), ("inserted", .integer(counts.inserted)),
      ("updated", .integer(counts.updated)), ("unchanged", .integer(counts.unchanged)),
      ("rejected", .integer(counts.rejected)), ("skipped", .integer(counts.skipped)),
      ("repaired", .integer(counts.repaired)), ("deleted", .integer(counts.deleted)),
      ("absent", .optional(absent)),
      ("duration_ms", .integer(Int64(milliseconds.rounded()))),
      ("database", .string(database)), ("message", .optional(message)),
    ]
    if !notes.isEmpty { members.append(("notes", .array(notes.map(JSON.string)))) }
    if tables.count > 1 || recordsAbove > 0 {
      members.append(("records_above_header", .integer(Int64(recordsAbove))))
      members.append(("tables", TableListing.json(tables)))
    }
    if totals.count > 0 { members.append(("totals_loaded", .integer(Int64(totals.count)))) }
    return .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
  }
}

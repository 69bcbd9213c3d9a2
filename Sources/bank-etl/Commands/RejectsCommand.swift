/// `bank-etl rejects`: the records that were not loaded, and why.
enum RejectsCommand {
  static let command = Command(
    path: ["rejects"],
    summary: "list the records that were not loaded, with the reasons",
    operands: [
      Operand(
        name: "RUN", kind: .count, help: "the number of one import, to list its rejects alone",
        isOptional: true)
    ],
    options: [.limit, .json, .database, .color],
    examples: [
      Example("bank-etl rejects", "the rejects of all imports, those of the newest one first"),
      Example("bank-etl rejects 4 --json", "the rejects of import 4, with the records' text"),
    ],
    discussion: """
      'bank-etl runs' lists the imports and their numbers. Lines count from 1 in the file that was \
      imported; the text is the record as the file has it. A record with the code repaired was loaded, as \
      'bank-etl import --repair' changed it.
      """,
    action: .run { try query.run($0) })

  /// The rejects of all runs, or of one.
  static let query = LedgerQuery(table: tableQuery, json: jsonQuery)

  /// The rejects, and the records that were repaired.
  private static let records = """
    SELECT run_id, record, line, column_name, code, message, raw, resolved_by FROM main.etl_rejects
    UNION ALL
    SELECT run_id, record, line, NULL, 'repaired', message, raw, NULL FROM main.etl_repairs
    """

  private static let tableQuery = """
    SELECT run_id AS run, line, column_name AS "column", code, message,
      coalesce('by run ' || resolved_by, '') AS resolved, raw AS text
    FROM (\(records)) WHERE ?1 IS NULL OR run_id = ?1
    ORDER BY run_id DESC, record LIMIT ?2
    """

  private static let jsonQuery = """
    SELECT 1 AS version, run_id AS run, r.source AS source, record, line,
      column_name AS "column", code, j.message AS message, raw, resolved_by
    FROM (\(records)) AS j LEFT JOIN main.etl_runs AS r ON r.id = j.run_id
    WHERE ?1 IS NULL OR run_id = ?1 ORDER BY run_id DESC, record LIMIT ?2
    """
}

/// `bank-etl runs`: the imports that the database remembers.
enum RunsCommand {
  static let command = Command(
    path: ["runs"],
    summary: "list the imports that the database remembers, the newest first",
    operands: [
      Operand(
        name: "RUN", kind: .count, help: "the number of one import, to list that alone",
        isOptional: true)
    ],
    options: [.limit, .json, .database, .color],
    examples: [
      Example("bank-etl runs --limit 10", "the last ten imports, with their counts"),
      Example("bank-etl runs 4 --json", "all that is known of import 4"),
      Example("bank-etl runs changes 4", "what import 4 changed, value by value"),
    ],
    discussion: """
      For each import, read = inserted + updated + unchanged + rejected + skipped. Its status is \
      running, interrupted, succeeded, succeeded_with_rejects, failed or undone. An interrupted run \
      is one whose process is gone: of its file, only a part is committed. The next import of its \
      dataset goes on with it, or, where the file is another one, loads that: then the run has failed.
      """,
    action: .run { try LedgerQuery(table: tableQuery, json: jsonQuery).run($0) })

  /// What a person wants to see at a glance.
  private static let tableQuery = """
    SELECT id AS run, substr(started_at, 1, 10) || ' ' || substr(started_at, 12, 5) AS started,
      dataset, source, \(LedgerQuery.status), read, inserted, updated, unchanged, rejected, skipped,
      deleted, repaired
    FROM main.etl_runs AS r WHERE ?1 IS NULL OR id = ?1 ORDER BY id DESC LIMIT ?2
    """

  /// All that a program can use, under the names that the summary of an import has.
  private static let jsonQuery = """
    SELECT 1 AS version, id AS run, dataset, source, sha256, bytes,
      CASE WHEN json_valid(dialect) THEN dialect ->> 'encoding' END AS encoding,
      CASE WHEN json_valid(dialect) THEN dialect ->> 'delimiter' END AS delimiter,
      CASE WHEN json_valid(dialect) THEN dialect ->> 'header_line' END AS header_line,
      \(LedgerQuery.status), started_at, finished_at, last_seen_at, read, inserted, updated,
      unchanged, rejected, skipped, deleted, repaired, absent, undone_at, pruned_at,
      CAST(round((julianday(finished_at) - julianday(started_at)) * 86400000) AS INTEGER)
        AS duration_ms,
      tool_version, message, url, final_url, etag, last_modified, fetched_at
    FROM main.etl_runs AS r LEFT JOIN main.etl_downloads ON run_id = id
    WHERE ?1 IS NULL OR id = ?1 ORDER BY id DESC LIMIT ?2
    """
}

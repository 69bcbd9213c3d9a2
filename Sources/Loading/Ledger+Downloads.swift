package import SQLite

/// The last load of a file from an address: what its server is asked to compare with.
package struct KnownDownload: Sendable, Equatable {
  /// The dataset's name.
  package let dataset: String
  /// What identified the dataset's declaration then.
  package let declaration: String
  /// The hash of the file.
  package let sha256: String
  /// What the server said of that version.
  package let etag: String?
  package let lastModified: String?
}

extension Ledger {
  /// Notes where the file of a run came from, in place of what was noted before.
  func note(_ download: DownloadRecord, of run: Int64) throws(DatabaseError) {
    try database.execute(
      """
      INSERT OR REPLACE INTO main.etl_downloads VALUES (?, ?, ?, ?, ?, \(Ledger.now))
      """,
      [
        .integer(run), .text(download.url), .text(download.finalURL), .optional(download.etag),
        .optional(download.lastModified),
      ])
  }

  /// The last load from an address that succeeded.
  ///
  /// - Parameters:
  ///   - url: the address, as the ledger keeps it.
  ///   - database: a database with a ledger of this program's version.
  /// - Returns: nil where there is none, or its server said nothing to compare with.
  /// - Throws: `DatabaseError` when the ledger can't be read.
  package static func lastDownload(
    from url: String, in database: Database
  ) throws(DatabaseError) -> KnownDownload? {
    let rows = try database.rows(
      """
      SELECT r.dataset, r.declaration, r.sha256, d.etag, d.last_modified
      FROM main.etl_downloads AS d JOIN main.etl_runs AS r ON r.id = d.run_id
      WHERE d.url = ? AND r.status IN ('succeeded', 'succeeded_with_rejects')
      ORDER BY d.fetched_at DESC, r.id DESC LIMIT 1
      """, [.text(url)])
    guard let row = rows.first, let dataset = row[0].text, let declaration = row[1].text,
      let sha256 = row[2].text, row[3].text != nil || row[4].text != nil
    else { return nil }
    return KnownDownload(
      dataset: dataset, declaration: declaration, sha256: sha256, etag: row[3].text,
      lastModified: row[4].text)
  }
}

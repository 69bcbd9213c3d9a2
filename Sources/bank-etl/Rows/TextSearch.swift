import Datasets
import SQLite

/// A search for words in the index of a dataset's rows.
///
/// To rank rows means to look at every row that has one of the words, and at each of them again for
/// the others. Where a word is in very many rows, that would keep the first of them waiting: then
/// those loaded last come first, which an index of words gives one by one, and those with the whole
/// words before those with only the start of one, which SQLite has to gather before it gives any.
struct TextSearch {
  /// The index: its database, its table, and how many columns of text it has.
  typealias Index = (schema: String, table: String, columns: Int)

  /// How many rows may have a word for rows to be ranked.
  static let rankedRows: Int64 = 10_000
  /// The characters before and behind a match, where matches are to be known.
  static let marks: (start: Character, end: Character) = ("\u{1}", "\u{2}")

  /// The first word that more rows have than are ranked; nil where rows are ranked.
  let commonWord: String?

  private let index: Index
  private let rows: StoredRows
  /// Each word as a query of its own: a string of FTS5, which has no meaning but its text.
  private let words: [String]

  /// A search; nil where there is no word in the text.
  ///
  /// - Parameters:
  ///   - text: words, all of which a row must have; the start of a word will do.
  ///   - index: where they are searched.
  ///   - rows: the rows that are shown.
  ///   - database: where both are.
  /// - Throws: `DatabaseError`.
  init?(
    _ text: String, in index: Index, _ rows: StoredRows, _ database: Database
  ) throws(DatabaseError) {
    self.index = index
    self.rows = rows
    let written = text.split(whereSeparator: \.isWhitespace).filter { word in
      word.contains { $0.isLetter || $0.isNumber }
    }
    guard !written.isEmpty else { return nil }
    // "a string … enclosed within double quotes. Within a string, any embedded double quote
    // characters may be escaped SQL-style" (sqlite.org/fts5.html)
    words = written.map { word in
      "\"" + word.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
    }
    var commonWord: String?
    for (word, written) in zip(words, written) where commonWord == nil {
      for query in [word, word + "*"] where commonWord == nil {
        let sql = """
          SELECT count(*) FROM (
            SELECT 1 FROM \(index.schema).\(index.table) WHERE \(index.table) MATCH ?1 LIMIT ?2)
          """
        let limit = Self.rankedRows + 1
        let count = try database.value(sql, [.text(query), .integer(limit)])?.integer ?? 0
        if count == limit { commonWord = String(written) }
      }
    }
    self.commonWord = commonWord
  }

  /// All words whole.
  private var whole: String { words.joined(separator: " ") }

  /// All words, or only their starts: "if a "*" character follows a string … it is a prefix".
  private var started: String { words.map { $0 + "*" }.joined(separator: " ") }

  /// The queries for the rows, one after the other.
  ///
  /// - Parameters:
  ///   - isForPeople: whether bytes are only told by kind and size.
  ///   - isMarked: whether the first column of the result is all text of the row, with its matches
  ///     marked.
  ///   - limit: how many rows there are at most of each.
  /// - Returns: queries whose columns but the first are those that are shown.
  func queries(
    isForPeople: Bool, isMarked: Bool, limit: Int64
  ) -> [(sql: String, parameters: [Value])] {
    let fields = rows.shownFields.map {
      "\(rows.shownSQL($0, isForPeople: isForPeople)) AS \(quoted($0.column))"
    }
    let marked = (0..<index.columns).map {
      "coalesce(highlight(\(index.table), \($0), ?1, ?2), '')"
    }
    let columns = [isMarked ? marked.joined(separator: " || ' ' || ") : "?1 || ?2"] + fields
    let table = "\(index.schema).\(index.table)"
    let sql: String
    let matches: [String]
    if commonWord == nil {
      // What matches is marked in the rows that are shown, and not in all that are ranked.
      let marking =
        isMarked
        ? "\n  CROSS JOIN \(table) ON \(index.table) MATCH ?3 AND \(index.table).rowid = best.id"
        : ""
      sql = """
        WITH best AS MATERIALIZED (
          SELECT rowid AS id, rank AS score FROM \(table) WHERE \(index.table) MATCH ?3
          ORDER BY rank, rowid LIMIT ?4)
        SELECT \(columns.joined(separator: ", "))
        FROM best\(marking)
          CROSS JOIN \(rows.source) WHERE \(rows.rowID()) = best.id
        ORDER BY best.score, best.id
        """
      matches = [started]
    } else {
      sql = """
        SELECT \(columns.joined(separator: ", "))
        FROM \(table) CROSS JOIN \(rows.source)
        WHERE \(index.table) MATCH ?3 AND \(rows.rowID()) = \(index.table).rowid
        ORDER BY \(index.table).rowid DESC LIMIT ?4
        """
      matches = [whole, "(\(started)) NOT (\(whole))"]
    }
    let (start, end) = (String(Self.marks.start), String(Self.marks.end))
    return matches.map { match in
      (sql, [.text(start), .text(end), .text(match), .integer(limit)])
    }
  }
}

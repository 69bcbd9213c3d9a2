import Datasets
import Loading
import SQLite

/// Asks a database for what a chart is to show.
struct ChartQuery {
  let dataset: Dataset
  let database: Database

  /// How a category is called whose rows have no value there.
  private static let noCategory = "(none)"
  /// How a category is called whose rows have a text there without a character.
  private static let emptyCategory = "(empty)"

  private var rows: ExportedRows { ExportedRows(dataset) }

  /// The rows of the dataset by a column or a period: how many they are, or the sum of a column.
  ///
  /// - Parameters:
  ///   - grouping: what rows are put together by.
  ///   - sum: the field that is summed up; nil to count rows.
  ///   - limit: the most categories, where they are no periods; what is left is one more.
  /// - Returns: the chart.
  /// - Throws: `DatabaseError`.
  func chart(by grouping: ChartGrouping, sum: Field?, limit: Int) throws -> Chart {
    let category = grouping.expression(rows.column(grouping.field))
    // total(): "The result of total() is always a floating point value", which can't overflow.
    // "If there are no non-NULL input rows then … total() returns 0.0", which is no value that is there.
    let value =
      sum.map(rows.column).map { "iif(count(\($0)) > 0, total(\($0)), NULL)" } ?? "count(*)"
    let order = grouping.period == nil ? "2 DESC, 1" : "1"
    let found = try database.rows(
      "SELECT \(category), \(value) FROM \(rows.tables) GROUP BY 1 ORDER BY \(order)")
    var bars = found.map { (category: $0[0], value: $0[1].number) }
    if grouping.period != nil {
      let missing = bars.filter { $0.category == .null }
      bars.removeAll { $0.category == .null }
      bars = Self.filled(bars, grouping) + missing
    } else if bars.count > limit {
      let rest = bars[limit...]
      let there = rest.compactMap(\.value)
      bars =
        bars.prefix(limit) + [
          (
            category: .text(rest.count == 1 ? "(1 other)" : "(\(rest.count) others)"),
            value: there.isEmpty ? nil : there.reduce(0, +)
          )
        ]
    }
    let subject = sum.map { "\(dataset.title): \($0.title)" } ?? dataset.title
    return Chart(
      title: "\(subject) by \(grouping.words)", categoryTitle: grouping.title,
      valueTitle: sum?.title ?? "number of rows", source: try source(),
      categories: bars.map { Self.name(of: $0.category) },
      series: [Chart.Series(name: "", values: bars.map(\.value))])
  }

  private static func name(of category: Value) -> String {
    switch category {
    case .null: noCategory
    case .text(""): emptyCategory
    default: category.plainText
    }
  }

  /// The periods with those between them that have no rows, which are 0.
  private static func filled(
    _ bars: [(category: Value, value: Double?)], _ grouping: ChartGrouping
  ) -> [(category: Value, value: Double?)] {
    let values = Dictionary(
      bars.map { ($0.category.plainText, $0.value) }, uniquingKeysWith: { first, _ in first })
    return grouping.filled(bars.map(\.category.plainText)).map {
      (category: .text($0), value: values[$0, default: 0])
    }
  }

  /// The numbers of one row, beside the average of all rows.
  ///
  /// - Parameter key: the values of the dataset's key.
  /// - Returns: the chart.
  /// - Throws: `CommandFailure` where the dataset has no numbers, and with the nearest keys where there
  ///   is no such row; `DatabaseError`.
  func chart(ofKey key: [String]) throws -> Chart {
    let fields = dataset.fields.filter(isAmount)
    guard !fields.isEmpty else {
      throw CommandFailure(
        .usage, Message("\(dataset.name) has no amounts to compare, only codes and keys"),
        "--by counts its rows")
    }
    let names = dataset.fields.filter { $0.type == .string }.prefix(2)
    let columns = (fields + names).map(rows.column).joined(separator: ", ")
    let isID = key.count != dataset.keyColumns.count
    let keyFields = dataset.key.map { dataset.fields[$0] }
    // What is no value of its column is the key of no row, though SQLite may take it for one: 1e0.
    let values =
      isID
      ? key.map { Int64($0).map(Value.integer) }
      : zip(keyFields, key).map { field, text in (try? field.value(of: text)).map { Value($0) } }
    guard !values.contains(nil) else { throw try missing(key) }
    let match = isID ? ["\(rows.id) = ?"] : keyFields.map { "\(rows.column($0)) = ?" }
    let found = try database.rows(
      "SELECT \(columns) FROM \(rows.tables) WHERE \(match.joined(separator: " AND "))",
      values.compactMap(\.self))
    guard let row = found.first else { throw try missing(key) }
    let averages = fields.map { "avg(\(rows.column($0)))" }.joined(separator: ", ")
    let average = try database.rows("SELECT \(averages) FROM \(rows.tables)").first ?? []
    let words = row[fields.count...].map(\.plainText).filter { !$0.isEmpty }
    let name = words.isEmpty ? key.joined(separator: " ") : words.joined(separator: " ")
    return Chart(
      title: "\(dataset.title): \(name) beside the average", categoryTitle: "",
      valueTitle: dataset.title, source: try source(), categories: fields.map(\.title),
      series: [
        Chart.Series(name: name, values: row[..<fields.count].map(\.number)),
        Chart.Series(name: "average", values: average.map(\.number)),
      ])
  }

  /// Whether a field has amounts, which can be summed up and averaged: no keys, and no codes.
  func isAmount(_ field: Field) -> Bool {
    let isLinked = dataset.links.contains { $0.columns.contains(field.column) }
    return field.type.isNumeric && !field.isCode && !isLinked
      && !dataset.keyColumns.contains(field.column)
  }

  /// Says that there is no row with a key, and which ones are near.
  private func missing(_ key: [String]) throws -> CommandFailure {
    let stored = try StoredRows(dataset, in: database)
    if key.count == 1, stored.hasSimpleKey || key.count != dataset.keyColumns.count {
      return try RowKey(key[0], of: stored).missing(in: database)
    }
    let named = zip(dataset.keyColumns, key).filter { dataset.targets[0].key.contains($0.0) }
    let near = try RowHistory.nearestKeys(
      database, table: dataset.table, key: named.map { (column: $0, text: $1) })
    let keys = near.map { $0.map(\.plainText).joined(separator: " ") }
    return CommandFailure(
      .negative,
      Message(
        "no row of \(dataset.name) with the key \"\(key.joined(separator: " "))\""
          + (keys.isEmpty ? "" : "; the nearest are \(keys.joined(separator: ", "))")))
  }

  /// Which files the data is from, and of when.
  private func source() throws -> String {
    let count = try database.value("SELECT count(*) FROM \(rows.tables)")?.integer ?? 0
    let size = count == 1 ? "1 row" : "\(Chart.text(Double(count))) rows"
    guard try LedgerSchema.isPresent(in: database) else { return "\(size) of \(dataset.table)" }
    // The runs that wrote rows that are there, and the last one, which may have found them as they
    // are. A run without a file is an edit by hand.
    let runs = try database.rows(
      """
      SELECT source, substr(last_seen_at, 1, 10), id, sha256 IS NULL FROM main.etl_runs
      WHERE dataset = ?1 AND status LIKE 'succeeded%' AND (
        id IN (SELECT run_id FROM main.\(quoted(dataset.table)))
        OR id = (
          SELECT max(id) FROM main.etl_runs
          WHERE dataset = ?1 AND status LIKE 'succeeded%' AND sha256 IS NOT NULL))
      ORDER BY id DESC
      """, [.text(dataset.name)])
    let loads = runs.filter { $0[3] != 1 }
    let edited = loads.count < runs.count ? "edits by hand" : nil
    guard let last = loads.first else { return "\(edited ?? dataset.table); \(size)" }
    let files = Set(loads.map { $0[0].plainText })
    let latest =
      "\(Self.fileName(last[0].plainText)), \(last[1].plainText) (run \(last[2].plainText))"
    let loaded = files.count == 1 ? latest : "\(files.count) files, the last \(latest)"
    return [[loaded, edited].compactMap(\.self).joined(separator: ", with "), size]
      .joined(separator: "; ")
  }

  /// The name alone: the folders of this machine are nobody else's business.
  private static func fileName(_ path: String) -> String {
    path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
  }
}

extension Value {
  /// The value as a double; nil where it is no number.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .blob: nil
    }
  }
}

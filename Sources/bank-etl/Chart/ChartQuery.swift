import Datasets
import Loading
import SQLite

/// Asks a database for what a chart is to show.
struct ChartQuery {
  let dataset: Dataset
  let database: Database

  /// How a category is called whose rows have no value there.
  private static let noCategory = "(none)"

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
    let value = sum.map { "total(\(rows.column($0)))" } ?? "count(*)"
    let order = grouping.period == nil ? "2 DESC, 1" : "1"
    let found = try database.rows(
      "SELECT \(category), \(value) FROM \(rows.tables) GROUP BY 1 ORDER BY \(order)")
    var values: [String: Double] = [:]
    var names: [String] = []
    var missing: Double?
    for row in found {
      if row[0] == .null, grouping.period != nil {
        missing = row[1].number
        continue
      }
      let name = row[0] == .null ? Self.noCategory : row[0].plainText
      names.append(name)
      values[name] = row[1].number
    }
    if grouping.period != nil {
      names = grouping.filled(names)
    } else if names.count > limit {
      let rest = names[limit...]
      let name = rest.count == 1 ? "(1 other)" : "(\(rest.count) others)"
      values[name] = rest.reduce(0) { $0 + (values[$1] ?? 0) }
      names = names.prefix(limit) + [name]
    }
    if let missing {
      names.append(Self.noCategory)
      values[Self.noCategory] = missing
    }
    let subject = sum.map { "\(dataset.title): \($0.title)" } ?? dataset.title
    return Chart(
      title: "\(subject) by \(grouping.words)", categoryTitle: grouping.title,
      valueTitle: sum?.title ?? "number of rows", source: try source(), categories: names,
      series: [Chart.Series(name: "", values: names.map { values[$0] ?? 0 })])
  }

  /// The numbers of one row, beside the average of all rows.
  ///
  /// - Parameter key: the values of the dataset's key.
  /// - Returns: the chart; nil where there is no such row.
  /// - Throws: `CommandFailure` where the dataset has no numbers, or `DatabaseError`.
  func chart(ofKey key: [String]) throws -> Chart? {
    let fields = dataset.fields.filter {
      $0.type.isNumeric && !dataset.keyColumns.contains($0.column)
    }
    guard !fields.isEmpty else {
      throw CommandFailure(.usage, Message("\(dataset.name) has no columns of numbers to compare"))
    }
    let names = dataset.fields.filter { $0.type == .string }.prefix(2)
    let columns = (fields + names).map(rows.column).joined(separator: ", ")
    let isID = key.count != dataset.keyColumns.count
    let keyFields = dataset.key.map { dataset.fields[$0] }
    let match = isID ? ["\(rows.id) = ?"] : keyFields.map { "\(rows.column($0)) = ?" }
    let found = try database.rows(
      "SELECT \(columns) FROM \(rows.tables) WHERE \(match.joined(separator: " AND "))",
      key.map(Value.text))
    guard let row = found.first else { return nil }
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

  /// Which file the data is from, and of when.
  private func source() throws -> String {
    let count = try database.value("SELECT count(*) FROM \(rows.tables)")?.integer ?? 0
    let size = count == 1 ? "1 row" : "\(Chart.text(Double(count))) rows"
    guard try LedgerSchema.isPresent(in: database),
      let run = try database.rows(
        """
        SELECT source, substr(last_seen_at, 1, 10), id FROM etl_runs
        WHERE dataset = ? AND status LIKE 'succeeded%' ORDER BY id DESC LIMIT 1
        """, [.text(dataset.name)]
      ).first
    else { return "\(size) of \(dataset.table)" }
    let (file, day, number) = (run[0].plainText, run[1].plainText, run[2].plainText)
    // The name alone: the folders of this machine are nobody else's business.
    let name = file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "")
    return "\(name), \(day) (run \(number)); \(size)"
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

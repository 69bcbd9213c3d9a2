import Datasets
import SQLite
import Testing

@testable import bank_etl

struct ChartQueryTests {
  /// One record fills two tables; the names are hostile.
  private static let declaration = """
    { "resources": [ { "name": "sales", "title": "Sales", "targets": [
        { "table": "emp\\"loyee", "columns": ["na\\"me", "place"], "key": ["na\\"me"] },
        { "table": "sales", "columns": ["q1", "q2"], "parents": { "employee_id": "emp\\"loyee" },
          "key": ["employee_id"] } ],
      "schema": { "primaryKey": "Name", "fields": [
        { "name": "Name", "type": "string", "column": "na\\"me" },
        { "name": "Place", "type": "string", "column": "place" },
        { "name": "Q1", "title": "Quarter 1", "type": "number", "column": "q1" },
        { "name": "Q2", "title": "Quarter 2", "type": "number", "column": "q2" } ] } } ] }
    """

  private static func query() throws -> ChartQuery {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      CREATE TABLE "emp""loyee" (id INTEGER PRIMARY KEY, "na""me" TEXT UNIQUE, place TEXT);
      CREATE TABLE sales (id INTEGER PRIMARY KEY, employee_id INTEGER UNIQUE, q1 REAL, q2 REAL);
      INSERT INTO "emp""loyee" VALUES (7, 'O''Fallon', 'Japan'), (8, 'Ann', 'Japan'), (9, 'Bo', NULL);
      INSERT INTO sales VALUES (1, 8, 100, 300), (2, 7, 200, NULL);
      """)
    let package = try DataPackage(Array(declaration.utf8), file: "test")
    return ChartQuery(dataset: package.datasets[0], database: database)
  }

  @Test func `rows are counted, those without a value too`() throws {
    let query = try Self.query()
    let chart = try query.chart(
      by: ChartGrouping("place", of: query.dataset), sum: nil, limit: 50)
    #expect(chart.categories == ["Japan", "(none)"] && chart.series[0].values == [2, 1])
    #expect(chart.title == "Sales by Place" && chart.source == "3 rows of emp\"loyee")
  }

  @Test func `no value, an empty text and a text like their names are three categories`() throws {
    let query = try Self.query()
    try query.database.execute(
      "INSERT INTO \"emp\"\"loyee\" VALUES (10, 'C', '(none)'), (11, 'D', ''), (12, 'E', '')")
    let chart = try query.chart(
      by: ChartGrouping("place", of: query.dataset), sum: nil, limit: 50)
    #expect(chart.categories == ["(empty)", "Japan", "(none)", "(none)"])
    #expect(chart.series[0].values == [2, 2, 1, 1])
  }

  @Test func `a column of another table is summed up, and the rest put together`() throws {
    let query = try Self.query()
    let sum = try query.dataset.field(named: "q1", for: "--sum") { _ in true }
    let chart = try query.chart(by: ChartGrouping("Name", of: query.dataset), sum: sum, limit: 1)
    #expect(chart.categories == ["O'Fallon", "(2 others)"])
    #expect(chart.series[0].values == [200, 100] && chart.valueTitle == "Quarter 1")
  }

  @Test func `a category without any value has no sum, which is not 0`() throws {
    let query = try Self.query()
    let sum = try query.dataset.field(named: "q2", for: "--sum") { _ in true }
    let all = try query.chart(by: ChartGrouping("Name", of: query.dataset), sum: sum, limit: 50)
    #expect(
      all.categories == ["Ann", "Bo", "O'Fallon"] && all.series[0].values == [300, nil, nil])
    let first = try query.chart(by: ChartGrouping("Name", of: query.dataset), sum: sum, limit: 1)
    #expect(first.categories == ["Ann", "(2 others)"] && first.series[0].values == [300, nil])
  }

  @Test(arguments: [["O'Fallon"], ["O'Fallon"]])
  func `one row stands beside the average`(key: [String]) throws {
    let chart = try Self.query().chart(ofKey: key)
    #expect(chart.categories == ["Quarter 1", "Quarter 2"])
    #expect(chart.series[0] == Chart.Series(name: "O'Fallon Japan", values: [200, nil]))
    #expect(chart.series[1] == Chart.Series(name: "average", values: [150, 300]))
  }

  @Test func `a row that isn't there has no chart`() throws {
    #expect(throws: CommandFailure.self) { try Self.query().chart(ofKey: ["' OR 1=1 --"]) }
  }
}

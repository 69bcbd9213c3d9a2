import Testing

@testable import Datasets

struct DataPackageTests {
  @Test func `this repository's declarations are read`() throws {
    let package = try declaredPackage()
    #expect(package.name == "bank-etl")
    #expect(package.datasets.map(\.name).contains("failed-banks"))
    let banks = try #require(package.dataset(named: "failed-banks"))
    #expect(banks.table == "failed_banks")
    #expect(banks.keyColumns == ["cert"])
    #expect(banks.policy == .upsert)
    #expect(
      banks.fields.map(\.column) == [
        "name", "city", "state", "zip", "cert", "acquirer", "fund", "close_date", "updated_date",
      ])
    let orders = banks.fields.compactMap { $0.type.dateRules?.order }
    #expect(orders == [.monthDayYear, .monthDayYear])
  }

  @Test func `all of a declaration is kept`() throws {
    let package = try DataPackage(
      Array(
        #"""
        {
          "name": "all", "migrations": "sql", "version": "1", "somebodys": [1],
          "resources": [{
            "name": "things", "title": "Things", "path": "things.csv", "table": "thing_rows",
            "policy": "replace", "format": "csv", "dialect": {"delimiter": ";"},
            "guards": {
              "minRecords": 10, "maxRejects": 5, "maxShrink": "12.5%", "maxDeletes": "0%",
              "maxChanges": "100%"
            },
            "schema": {
              "missingValues": ["", "-"],
              "primaryKey": ["No", "Day"],
              "fields": [
                {"name": "No", "title": "Number", "type": "integer", "column": "no",
                  "aliases": ["#No", "Nr"], "constraints": {"required": true}},
                {"name": "Day", "type": "date", "format": "any", "column": "day",
                  "dateOrder": "dmy", "pivot": 30},
                {"name": "At", "type": "datetime", "column": "at"},
                {"name": "Price", "type": "number", "column": "price", "missingValues": ["n/a"]},
                {"name": "New", "type": "boolean", "column": "new", "trueValues": ["Y"],
                  "falseValues": ["N"]},
                {"name": "Note", "column": "note", "constraints": {"required": false}}
              ]
            }
          }]
        }
        """#.utf8), file: "dir/datapackage.json")
    #expect(package.migrations == "sql")
    #expect(package.migrationsFolder == "dir/sql")
    let things = try #require(package.dataset(named: "things"))
    #expect(things.title == "Things")
    #expect(things.path == "things.csv")
    #expect(things.table == "thing_rows")
    #expect(things.policy == .replace)
    #expect(things.keyColumns == ["no", "day"])
    var guards = Guards()
    guards.minRecords = 10
    guards.maxRejects = .count(5)
    guards.maxShrink = .percent(12.5)
    guards.maxDeletes = .percent(0)
    guards.maxChanges = .percent(100)
    #expect(things.guards == guards)
    #expect(
      things.fields.map(\.type) == [
        .integer(.wholeNumber), .date(DateRules(order: .dayMonthYear, pivot: 30)),
        .datetime(DateRules()),
        .number(NumberRules()), .boolean(BooleanWords(trueValues: ["Y"], falseValues: ["N"])),
        .string,
      ])
    #expect(things.fields.map(\.title) == ["Number", "Day", "At", "Price", "New", "Note"])
    #expect(things.fields.map(\.isRequired) == [true, false, false, false, false, false])
    #expect(things.fields.map(\.missingValues.last) == ["-", "-", "-", "n/a", "-", "-"])
    #expect(things.fields[0].aliases == ["#No", "Nr"])
  }

  @Test(
    "the policy where none is declared",
    arguments: [(#""A""#, Dataset.Policy.upsert), (nil, .append)] as [(String?, Dataset.Policy)])
  func policy(key: String?, policy: Dataset.Policy) throws {
    #expect(try dataset(#"{"name": "A", "column": "a"}"#, key: key).policy == policy)
  }

  @Test(
    "the folder of the migrations is seen from where the file is named from",
    arguments: [
      ("datapackage.json", "sql", "sql"), ("data/p.json", "../sql", "data/../sql"),
      ("/etc/p.json", "sql", "/etc/sql"), ("data/p.json", "/srv/sql", "/srv/sql"),
    ])
  func migrations(file: String, folder: String, expected: String) throws {
    let json = """
      {"migrations": "\(folder)", "resources": [{"name": "t", "table": "t", "schema": {"fields": [
        {"name": "A", "column": "a"}]}}]}
      """
    #expect(try DataPackage(Array(json.utf8), file: file).migrationsFolder == expected)
  }

  @Test func `a dataset has its exact name`() throws {
    let package = try declaredPackage()
    #expect(package.dataset(named: "failed-bank") == nil)
  }

  @Test(
    "shares of a whole",
    arguments: [
      (Guards.Limit.count(7), 100, 7), (.percent(5), 100, 5), (.percent(5), 99, 4),
      (.percent(0), 1_000_000, 0), (.percent(100), 12, 12), (.percent(12.5), 8, 1),
      (.percent(50), 0, 0),
    ])
  func limits(limit: Guards.Limit, total: Int, most: Int) {
    #expect(limit.most(of: total) == most)
  }
}

import Foundation
import Testing

@Suite struct DatasetsInitCommandTests {
  private static let orders = """
    Order ID,Customer,Placed,Amount,Paid,Zip,id,Note,Order
    1001,O'Fallon,23-Oct-20,"1,234.50",yes,01234,a,=1+1,x
    1002,Ünal,4-Nov-20,-5.25,no,94110,b,,y
    1003,"A, B",30-Nov-20,7,yes,00501,c,two,z

    """

  @Test func `a draft of a file of any kind imports cleanly, and again as unchanged`() async throws
  {
    let workspace = try Workspace()
    try workspace.write("Orders 2024.csv", Self.orders)
    let draft = try await workspace.run("datasets", "init", "Orders 2024.csv")
    #expect(draft.status == 0, "\(draft)")
    #expect(
      draft.stdout.hasPrefix("orders-2024: 9 fields, from the 3 records of Orders 2024.csv\n"))
    #expect(draft.stdout.contains("  Order ID  integer, the key\n"))
    #expect(draft.stdout.contains("  Zip       string\n"))
    #expect(draft.stdout.contains("  Placed    date\n"))
    #expect(try workspace.files == ["Orders 2024.csv", "datapackage.json", "migrations"])
    for expected in ["3 inserted", "loaded before"] {
      let load = try await workspace.run(
        "import", "--package", "datapackage.json", "Orders 2024.csv")
      #expect(load.status == 0 && load.stdout.contains(expected), "\(load)")
    }
    let rows = try await workspace.run(
      "list", "orders-2024", "--package", "datapackage.json", "--format", "csv")
    let lines = rows.stdout.split(whereSeparator: \.isNewline)
    #expect(lines.contains("1001,O'Fallon,2020-10-23,1234.5,1,01234,a,=1+1,x"), "\(rows)")
    #expect(lines.first == "order_id,customer,placed,amount,paid,zip,id_in_file,note,order")
    let lint = try await workspace.run("migrate", "lint", "--package", "datapackage.json")
    #expect(lint.status == 0, "\(lint)")
    let check = try await workspace.run("migrate", "check", "--package", "datapackage.json")
    #expect(check.status == 0, "\(check)")
  }

  @Test func `the folder of a draft is made where it isn't there`() async throws {
    let workspace = try Workspace()
    try workspace.write("orders.csv", Self.orders)
    let draft = try await workspace.run("datasets", "init", "orders.csv", "--directory", "etl")
    #expect(draft.status == 0, "\(draft)")
    #expect(try workspace.files == ["etl", "orders.csv"])
    let nowhere = try await workspace.run("datasets", "init", "orders.csv", "--directory", "a/b")
    #expect(nowhere.status == 73 && nowhere.stderr.hasPrefix("a/b: the folder can't be made"))
  }

  @Test func `what is only nearly of a type stays text, and the report says why`() async throws {
    let workspace = try Workspace()
    let records = (1...30).map { "\($0 % 9 + 1)/\($0 % 9 + 2)/2020,\($0),\($0),\($0),a\n" }
    try workspace.write(
      "x.csv",
      "Open,Code,Size,Big,,Size\n".replacing(",,Size", with: ",")
        + records.joined() + "1/2/2020,7,soon,123456789012345678901,a\n")
    let draft = try await workspace.run("datasets", "init", "x.csv", "--json")
    #expect(draft.status == 0, "\(draft)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: draft.output) as? [String: Any])
    let fields = try #require(json["fields"] as? [[String: Any]])
    #expect(fields.map { $0["type"] as? String } == ["string", "integer", "string", "string"])
    #expect(fields.map { $0["remark"] is String } == [true, false, true, true])
    // 7 comes twice, so that Code is no key.
    #expect(json["key"] is NSNull)
    #expect(json["left_out"] as? [String] == ["column 5 has no label: left out"])
    let load = try await workspace.run("import", "--package", "datapackage.json", "x.csv")
    #expect(load.status == 0 && load.stdout.contains("31 inserted"), "\(load)")
  }

  @Test(arguments: [
    ("00501", "string"), ("1e5", "string"), ("+49", "string"), ("123-", "string"),
    ("555 123", "string"), ("55 51 23", "string"), ("7", "integer"),
  ])
  func `one value that a number would lose something of makes its column text`(
    value: String, type: String
  ) async throws {
    let workspace = try Workspace()
    let records = (1...30).map { "\($0 * 1000),a\n" }
    try workspace.write("x.csv", "Size,What\n" + records.joined() + "\(value),b\n")
    let draft = try await workspace.run("datasets", "init", "x.csv", "--json")
    #expect(draft.status == 0, "\(draft)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: draft.output) as? [String: Any])
    let field = try #require((json["fields"] as? [[String: Any]])?.first)
    #expect(field["type"] as? String == type)
    let remark = field["remark"] as? String
    #expect(remark?.contains("line 32") ?? false == (type == "string"), "\(draft)")
    let load = try await workspace.run("import", "--package", "datapackage.json", "x.csv")
    #expect(load.status == 0 && load.stdout.contains("31 inserted"), "\(load)")
    let rows = try await workspace.run(
      "list", "x", "--package", "datapackage.json", "--format", "csv")
    #expect(rows.stdout.contains(",\(value),b"), "\(rows)")
  }

  @Test func `groups of thousands in a column make it one of numbers`() async throws {
    let workspace = try Workspace()
    try workspace.write("x.csv", "City,People\na,555 123\nb,1 234 567\nc,950\n")
    let draft = try await workspace.run("datasets", "init", "x.csv")
    #expect(draft.status == 0 && draft.stdout.contains("  People  number\n"), "\(draft)")
  }

  @Test func `an order that is asked for is declared`() async throws {
    let workspace = try Workspace()
    try workspace.write("x.csv", "When,What\n1/2/2020,a\n2/3/2020,b\n")
    let draft = try await workspace.run("datasets", "init", "x.csv", "--date-order", "dmy")
    #expect(draft.status == 0, "\(draft)")
    #expect(try workspace.text("datapackage.json").contains(#""dateOrder": "dmy""#))
    let load = try await workspace.run("import", "--package", "datapackage.json", "x.csv")
    #expect(load.status == 0, "\(load)")
  }

  @Test func `a second draft is added to the folder's package, under a name of its own`()
    async throws
  {
    let workspace = try Workspace()
    try workspace.write("a.csv", Self.orders)
    try workspace.write("b.csv", "City,Mayor\nAlmena,Smith\n")
    for file in ["a.csv", "b.csv"] {
      let draft = try await workspace.run("datasets", "init", file, "-q")
      #expect(draft.status == 0 && draft.stdout.isEmpty, "\(draft)")
    }
    let before = try workspace.text("datapackage.json")
    let again = try await workspace.run("datasets", "init", "b.csv")
    #expect(again.status == 78 && again.stderr.contains("another resource is named"), "\(again)")
    #expect(try workspace.text("datapackage.json") == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path("migrations"))
    #expect(
      names.sorted() == ["0001_a.down.sql", "0001_a.up.sql", "0002_b.down.sql", "0002_b.up.sql"])
    let load = try await workspace.run("import", "--package", "datapackage.json", "a.csv", "b.csv")
    #expect(load.status == 0, "\(load)")
    let list = try await workspace.run(
      "datasets", "--package", "datapackage.json", "--format", "csv")
    #expect(list.stdout.contains("a,a,a,Order ID,9,upsert"), "\(list)")
  }

  @Test func `labels and names of any kind become a table that works`() async throws {
    let workspace = try Workspace()
    let labels = [
      "select", "a\"b; DROP TABLE x", "Größe", "RUN_ID", "rowid", "x y", "x-y!", "%", "名前",
    ]
    let header = labels.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
    try workspace.write(
      "etl_x'y.csv", header.joined(separator: ";") + "\n1;2;3;4;5;6;7;8;9\n1;2;3;4;5;6;7;8;9\n")
    let draft = try await workspace.run("datasets", "init", "etl_x'y.csv")
    #expect(draft.status == 0, "\(draft)")
    let load = try await workspace.run("import", "--package", "datapackage.json", "etl_x'y.csv")
    #expect(load.status == 0, "\(load)")
    #expect(load.stdout.contains("2 inserted"))
  }

  @Test func `a file without a header gets columns with numbers`() async throws {
    let workspace = try Workspace()
    try workspace.write("grocery.csv", "1,Chai,39.5\n2,Chang,17\n3,Aniseed,13\n")
    let draft = try await workspace.run("datasets", "init", "--no-header", "grocery.csv")
    #expect(draft.status == 0 && draft.stdout.contains("  column3  number\n"), "\(draft)")
    let command = "import --package datapackage.json --dataset grocery --no-header grocery.csv"
    #expect(draft.stdout.hasSuffix("look at them, then: bank-etl \(command)\n"), "\(draft)")
    for expected in ["3 inserted", "loaded before"] {
      let load = try await workspace.shell("$BANK_ETL " + command)
      #expect(load.status == 0 && load.stdout.contains(expected), "\(load)")
    }
  }

  @Test func `a file with as many columns as a table can have is drafted, and no wider one`()
    async throws
  {
    let workspace = try Workspace()
    for count in [1_997, 1_998] {
      let header = (1...count).map { "c\($0)" }.joined(separator: ",")
      try workspace.write(
        "\(count).csv", header + "\n" + Array(repeating: "x", count: count).joined(separator: ","))
    }
    let widest = try await workspace.run("datasets", "init", "1997.csv", "-q")
    #expect(widest.status == 0, "\(widest)")
    let wider = try await workspace.run("datasets", "init", "1998.csv", "-q")
    #expect(wider.status == 65, "\(wider)")
    #expect(wider.stderr.contains("at most 1997 columns but found 1998"), "\(wider)")
  }

  @Test(arguments: [
    (["-"], 64, "expected a file but found -"),
    (["missing.csv"], 66, "missing.csv"),
    (["empty.csv"], 65, "the file is empty"),
    (["data.csv"], 65, "--no-header names them"),
    (["twice.csv"], 65, "twice.csv: expected one column \"a\" but found several"),
    (["data.csv", "--directory", "no/such"], 65, "expected a header"),
    (["good.csv", "--directory", "no/such"], 73, "the folder can't be made"),
  ])
  func `what can't be drafted is refused, and nothing is left behind`(
    _ arguments: [String], _ status: Int32, _ message: String
  ) async throws {
    let workspace = try Workspace()
    try workspace.write("empty.csv", "")
    try workspace.write("data.csv", "1,2\n3,4\n5,6\n")
    try workspace.write("good.csv", "a,b\nx,1\ny,2\n")
    try workspace.write("twice.csv", "a,A,,a b,,a\n1,2,3,4,5,6\n")
    let outcome = try await workspace.start(
      Workspace.program, ["datasets", "init"] + arguments, [:], "")
    #expect(outcome.status == status && outcome.stderr.contains(message), "\(outcome)")
    #expect(try workspace.files == ["data.csv", "empty.csv", "good.csv", "twice.csv"])
  }

  @Test func `the words of a column of yes and no are declared once each`() async throws {
    let workspace = try Workspace()
    let answers = Array(repeating: "1,yes\n2,no\n", count: 20).joined()
    try workspace.write("a.csv", "n,q\n" + answers)
    let draft = try await workspace.run("datasets", "init", "a.csv")
    #expect(draft.stdout.contains("  q  boolean\n"), "\(draft)")
    try workspace.write("a.csv", "n,q\n" + answers + "3,unknown\n")
    let load = try await workspace.run(
      "validate", "--package", "datapackage.json", "a.csv", "--format", "json")
    for word in ["t", "T", "y", "Y", "f", "F", "n", "N"] {
      #expect(load.stdout.components(separatedBy: "\\\"\(word)\\\"").count == 2, "\(load)")
    }
  }
}

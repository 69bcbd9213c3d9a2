import SeedSupport
import Testing

@testable import Datasets

/// One mistake, where it is, and the message it gets.
private struct Mistake: CustomTestStringConvertible {
  let json: String
  let path: String
  let message: String
  var line = 1

  var testDescription: String { "\(path): \(message)" }

  /// A mistake in the first field of the first resource.
  static func field(_ more: String, _ path: String, _ message: String) -> Mistake {
    schema(
      #""fields": [{"name": "A", "column": "a"\#(more)}]"#,
      "fields[0]\(path.isEmpty ? "" : ".")\(path)", message)
  }

  /// A mistake in the schema of the first resource.
  static func schema(_ schema: String, _ path: String, _ message: String) -> Mistake {
    Mistake(
      json: #"{"resources": [{"name": "t", "table": "t", "schema": {\#(schema)}}]}"#,
      path: "resources[0].schema\(path.isEmpty ? "" : ".")\(path)", message: message)
  }

  /// A mistake in the first resource, which has one field and no key.
  static func resource(_ more: String, _ path: String, _ message: String) -> Mistake {
    Mistake(
      json: #"""
        {"resources": [{"name": "t", "table": "t",
        "schema": {"fields": [{"name": "A", "column": "a"}]}\#(more)}]}
        """#,
      path: "resources[0]\(path.isEmpty ? "" : ".")\(path)", message: message, line: 2)
  }
}

private let mistakes: [Mistake] = [
  Mistake(json: "", path: "", message: "expected a value but found the end of the file"),
  Mistake(
    json: "{\n}}", path: "", message: "expected the end of the file but found \"}\"", line: 2),
  Mistake(json: "[]", path: "", message: "expected an object but found an array"),
  Mistake(json: "{}", path: "", message: "expected a property \"resources\" but found none"),
  Mistake(
    json: #"{"resources": {}}"#, path: "resources",
    message: "expected an array but found an object"),
  Mistake(
    json: #"{"resources": []}"#, path: "resources",
    message: "expected a resource but found none"),
  Mistake(
    json: #"{"resources": [7]}"#, path: "resources[0]",
    message: "expected an object but found 7"),
  Mistake(
    json: "{\n\"resorces\": []}", path: "resorces",
    message: "unknown property; did you mean \"resources\"?", line: 2),
  Mistake(
    json: #"{"migration": "sql", "resources": []}"#, path: "migration",
    message: "unknown property; did you mean \"migrations\"?"),
  Mistake(
    json: #"{"resources": [{"table": "t"}]}"#, path: "resources[0]",
    message: "expected a property \"name\" but found none"),
  Mistake(
    json: #"{"resources": [{"name": "t"}]}"#, path: "resources[0]",
    message: "expected a property \"table\" but found none"),
  Mistake(
    json: #"{"resources": [{"name": "t", "table": "t"}]}"#, path: "resources[0]",
    message: "expected a property \"schema\" but found none"),
  Mistake(
    json: #"{"resources": [{"name": "", "table": "t"}]}"#, path: "resources[0].name",
    message: "expected a name but found \"\""),
  Mistake(
    json: #"{"resources": [{"name": "t", "table": 1}]}"#, path: "resources[0].table",
    message: "expected a text but found 1"),
  Mistake(
    json: #"""
      {"resources": [
      {"name": "t", "table": "t", "schema": {"fields": [{"name": "A", "column": "a"}]}},
      {"name": "t", "table": "u", "schema": {"fields": [{"name": "A", "column": "a"}]}}]}
      """#, path: "resources[1].name",
    message: "another resource is named \"t\" too; rename one", line: 3),

  .resource(#", "polcy": "append""#, "polcy", "unknown property; did you mean \"policy\"?"),
  .resource(
    #", "targets": []"#, "targets", "there is a \"table\" too; remove one of them"),
  .resource(
    #", "policy": "merge""#, "policy",
    "expected \"upsert\", \"append\" or \"replace\" but found \"merge\""),
  .resource(
    #", "policy": "upsert""#, "policy",
    "\"upsert\" needs a key; declare \"schema.primaryKey\""),
  .resource(
    #", "policy": "replace""#, "policy",
    "\"replace\" needs a key; declare \"schema.primaryKey\""),
  .resource(
    #", "guards": {"maxReject": 1}"#, "guards.maxReject",
    "unknown property; did you mean \"maxRejects\"?"),
  .resource(
    #", "guards": {"frobnicate": 1}"#, "guards.frobnicate",
    "unknown property; known are dateOrder, headerOnly, maxChanges, maxDeletes, maxRejects, "
      + "maxShrink, minRecords, truncated"),
  .resource(
    #", "guards": {"minRecords": "5%"}"#, "guards.minRecords",
    "expected a whole number, 0 or more, but found \"5%\""),
  .resource(
    #", "guards": {"maxRejects": "5"}"#, "guards.maxRejects",
    "expected a whole number or a share as \"5%\" but found \"5\""),
  .resource(
    #", "guards": {"maxRejects": -1}"#, "guards.maxRejects",
    "expected a whole number or a share as \"5%\" but found -1"),
  .resource(
    #", "guards": {"maxShrink": "101%"}"#, "guards.maxShrink",
    "expected a whole number or a share as \"5%\" but found \"101%\""),
  .resource(
    #", "guards": {"maxShrink": "nan%"}"#, "guards.maxShrink",
    "expected a whole number or a share as \"5%\" but found \"nan%\""),
  .resource(#", "guards": 5"#, "guards", "expected an object but found 5"),

  .schema(#""fields": []"#, "fields", "expected at least one field but found an array"),
  .schema(#""fields": {}"#, "fields", "expected an array but found an object"),
  .schema("", "", "expected a property \"fields\" but found none"),
  .schema(
    #""fields": [{"name": "A", "column": "a"}], "primarykey": "A""#, "primarykey",
    "unknown property; did you mean \"primaryKey\"?"),
  .schema(
    #""fields": [{"name": "A", "column": "a"}], "primaryKey": "B""#, "primaryKey",
    "expected one of \"A\" but found \"B\""),
  .schema(
    #""fields": [{"name": "Cert", "column": "a"}], "primaryKey": ["Cart"]"#, "primaryKey[0]",
    "expected \"Cert\" but found \"Cart\""),
  .schema(
    #""fields": [{"name": "A", "column": "a"}], "primaryKey": ["A", "A"]"#, "primaryKey[1]",
    "is in the key twice; remove one"),
  .schema(
    #""fields": [{"name": "A", "column": "a"}], "primaryKey": []"#, "primaryKey",
    "expected at least one field but found none"),
  .schema(
    #""fields": [{"name": "A", "column": "a"}], "primaryKey": 1"#, "primaryKey",
    "expected an array but found 1"),
  .schema(
    #""fields": [{"name": "A", "column": "a"}], "missingValues": "-""#, "missingValues",
    "expected an array but found \"-\""),
  .schema(
    #""fields": [{"name": "A", "column": "a"}, {"name": "B", "column": "A"}]"#,
    "fields[1].column", "another field has the column \"A\" too; name another"),
  .schema(
    #""fields": [{"name": "A b", "column": "a"}, {"name": "a_B", "column": "b"}]"#,
    "fields[1].name", "the field of column \"a\" has this label too; remove one of them"),
  .schema(
    #""fields": [{"name": "A", "column": "a"}, {"name": "B", "column": "b", "aliases": ["a"]}]"#,
    "fields[1].aliases[0]", "the field of column \"a\" has this label too; remove one of them"),
  .schema(
    #""fields": [{"column": "a"}]"#, "fields[0]",
    "expected a property \"name\" but found none"),
  .schema(
    #""fields": [{"name": "A"}]"#, "fields[0]",
    "expected a property \"column\" but found none"),
  .schema(
    ##""fields": [{"name": "#", "column": "a"}]"##, "fields[0].name",
    "expected a label with a letter or digit but found \"#\""),
  .schema(
    #""fields": [{"name": "A", "column": "run_id"}]"#, "fields[0].column",
    "bank-etl fills the column \"run_id\" itself; name another"),

  .field(
    #", "type": "year""#, "type",
    "expected \"string\", \"integer\", \"number\", \"boolean\", \"date\" or \"datetime\""
      + " but found \"year\""),
  .field(#", "type": 5"#, "type", "expected a text but found 5"),
  .field(#", "colum": "a""#, "colum", "unknown property; did you mean \"column\"?"),
  .field(#", "alias": ["B"]"#, "alias", "unknown property; did you mean \"aliases\"?"),
  .field(#", "date_order": "mdy""#, "date_order", "unknown property; did you mean \"dateOrder\"?"),
  .field(#", "aliases": "B""#, "aliases", "expected an array but found \"B\""),
  .field(#", "aliases": [1]"#, "aliases[0]", "expected a text but found 1"),
  .field(
    #", "aliases": [""]"#, "aliases[0]",
    "expected a label with a letter or digit but found \"\""),
  .field(
    #", "type": "date", "dateOrder": "ydm""#, "dateOrder",
    "expected \"mdy\", \"dmy\" or \"ymd\" but found \"ydm\""),
  .field(
    #", "type": "date", "pivot": 101"#, "pivot",
    "expected a whole number, 0 to 100, but found 101"),
  .field(
    #", "type": "date", "pivot": 6.5"#, "pivot",
    "expected a whole number, 0 to 100, but found 6.5"),
  .field(
    #", "dateOrder": "mdy""#, "dateOrder",
    "belongs to a field of type date or datetime; remove it or change the type"),
  .field(
    #", "type": "integer", "trueValues": []"#, "trueValues",
    "belongs to a field of type boolean; remove it or change the type"),
  .field(
    #", "type": "boolean", "trueValues": ["0"]"#, "",
    "\"0\" can't stand for both true and false"),
  .field(
    #", "constraints": {"requierd": true}"#, "constraints.requierd",
    "unknown property; did you mean \"required\"?"),
  .field(
    #", "constraints": {"required": "yes"}"#, "constraints.required",
    "expected true or false but found \"yes\""),
  .field(
    #", "title": "\u0000""#, "title", "expected a name but found \"\\0\""),
]

struct DeclarationErrorTests {
  @Test("each mistake has its place and its message", arguments: mistakes)
  private func mistake(_ mistake: Mistake) throws {
    let error = try #require(throws: DeclarationError.self) {
      try DataPackage(Array(mistake.json.utf8), file: "p.json")
    }
    #expect(error.path == mistake.path)
    #expect(error.message == mistake.message)
    #expect(error.line == mistake.line)
    let path = mistake.path.isEmpty ? "" : " \(mistake.path):"
    #expect(error.description == "p.json:\(mistake.line):\(path) \(mistake.message)")
  }

  @Test(
    "names that SQLite or bank-etl keeps for itself",
    arguments: ["etl_runs", "ETL_x", "sqlite_schema", "schema_migrations"])
  func reserved(table: String) throws {
    let json = """
      {"resources": [{"name": "t", "table": "\(table)",
      "schema": {"fields": [{"name": "A", "column": "a"}]}}]}
      """
    let error = try #require(throws: DeclarationError.self) {
      try DataPackage(Array(json.utf8), file: "p.json")
    }
    #expect(error.path == "resources[0].table")
  }

  @Test func `random bytes are never a crash`() {
    var generator = SeededGenerator(seed: 1)
    let seed = Array(
      #"{"resources": [{"name": "t", "table": "t", "schema": {"fields": [{"name": "A"}]}}]}"#.utf8)
    for _ in 0..<20_000 {
      var text = seed
      for _ in 0...generator.next() % 4 {
        text[Int(generator.next() % UInt64(text.count))] = UInt8(generator.next() % 256)
      }
      _ = try? DataPackage(text, file: "p.json")
    }
  }
}

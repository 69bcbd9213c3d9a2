import Testing

@testable import Datasets

/// A mistake in the targets of a dataset with the fields first, last, q1 and region.
private struct Mistake: CustomTestStringConvertible, Sendable {
  var targets: String
  var rest = ""
  var path: String
  var message: String
  var testDescription: String { path + ": " + message }
}

private let people = #"{"table": "p", "columns": ["first", "last"], "key": ["first", "last"]}"#
private let amounts =
  #"{"table": "s", "columns": ["q1", "region"], "key": ["p_id"], "parents": {"p_id": "p"}}"#

private func declared(_ targets: String, _ rest: String = "") throws -> DataPackage {
  let json = """
    {"resources": [{"name": "sales", "targets": [\(targets)] \(rest), "schema": {"fields": [
      {"name": "First", "column": "first"}, {"name": "Last", "column": "last"},
      {"name": "Q1", "column": "q1", "type": "number"}, {"name": "Region", "column": "region"}]
      \(rest.contains("policy") ? "" : #", "primaryKey": ["Last", "First"]"#)}}]}
    """
  return try DataPackage(Array(json.utf8), file: "p.json")
}

private let mistakes = [
  Mistake(targets: "", path: "targets", message: "expected at least one target but found an array"),
  Mistake(
    targets: #"{"columns": []}"#, path: "targets[0]",
    message: "expected a property \"table\" but found none"),
  Mistake(
    targets: #"{"table": "etl_x", "columns": []}"#, path: "targets[0].table",
    message: "bank-etl or SQLite keeps \"etl_x\" for itself; name another table"),
  Mistake(
    targets: people + #", {"table": "P", "columns": []}"#, path: "targets[1].table",
    message: "is a target twice; put its columns together"),
  Mistake(
    targets: #"{"table": "p", "columns": ["frist"]}"#, path: "targets[0].columns[0]",
    message: "expected \"first\" but found \"frist\""),
  Mistake(
    targets: #"{"table": "p", "columns": ["q1", "q1"]}"#, path: "targets[0].columns[1]",
    message: "is named twice"),
  Mistake(
    targets: #"{"table": "p", "columns": ["first"], "parents": {"x": "q"}}"#,
    path: "targets[0].parents.x", message: "the first target can't have a parent"),
  Mistake(
    targets: people + #", {"table": "s", "columns": ["q1"], "parents": {"p_id": "s"}}"#,
    path: "targets[1].parents.p_id", message: "expected one of \"p\" but found \"s\""),
  Mistake(
    targets: people + #", {"table": "s", "columns": ["q1"], "parents": {"run_id": "p"}}"#,
    path: "targets[1].parents.run_id",
    message: "expected the name of a column of the table's own"),
  Mistake(
    targets: people + #", {"table": "s", "columns": ["q1"], "parents": {"q1": "p"}}"#,
    path: "targets[1].parents", message: "the column \"q1\" is a field's too; name another"),
  Mistake(
    targets: #"{"table": "p", "columns": ["first"]}, {"table": "s", "columns": ["q1"], "#
      + #""parents": {"p_id": "p"}}"#, path: "targets[1].parents.p_id",
    message: "this table has no key, by which its row could be found; declare one"),
  Mistake(
    targets: #"{"table": "p", "columns": ["first"], "key": ["last"]}"#, path: "targets[0].key[0]",
    message: "expected one of \"first\" but found \"last\""),
  Mistake(
    targets: #"{"table": "p", "columns": ["first"], "key": ["first", "first"]}"#,
    path: "targets[0].key[1]", message: "is in the key twice; remove one"),
  Mistake(
    targets: #"{"table": "p", "columns": ["first"], "key": []}"#, path: "targets[0].key",
    message: "expected at least one column but found none"),
  Mistake(
    targets: people, path: "targets",
    message: "no target has the column \"q1\"; add it to one"),
  Mistake(
    targets: #"{"table": "p", "columns": ["first", "last", "q1", "region"], "key": ["first"]}"#,
    path: "schema.primaryKey",
    message: "expected the fields of the targets' keys (\"First\"), or nothing"),
  Mistake(
    targets: people + #", {"table": "s", "columns": ["q1", "region"], "parents": {"p_id": "p"}}"#,
    rest: #", "policy": "upsert""#, path: "policy",
    message: "\"upsert\" needs a key; declare the \"key\" of \"s\""),
]

struct TargetTests {
  @Test(arguments: mistakes)
  private func `a mistake is named`(_ mistake: Mistake) throws {
    let error = try #require(throws: DeclarationError.self) {
      () throws in try declared(mistake.targets, mistake.rest)
    }
    #expect(error.path == "resources[0]." + mistake.path)
    #expect(error.message == mistake.message)
  }

  @Test func `targets are read in their order, and the key of a record is that of all`() throws {
    let sales = try declared(people + ", " + amounts).datasets[0]
    #expect(sales.targets.map(\.table) == ["p", "s"])
    #expect(sales.targets.map(\.fields) == [[0, 1], [2, 3]])
    #expect(sales.targets.map(\.key) == [["first", "last"], ["p_id"]])
    #expect(sales.targets[1].parents == [Target.Parent(column: "p_id", target: 0)])
    #expect(sales.isParent(0) && !sales.isParent(1))
    // As "primaryKey" has it.
    #expect(sales.keyColumns == ["last", "first"])
    #expect(sales.table == "p" && sales.policy == .upsert)
    #expect(sales.settingPolicy(.append)?.loadingKey(ofTarget: 0) == ["first", "last"])
    #expect(sales.settingPolicy(.append)?.loadingKey(ofTarget: 1) == [])
  }

  @Test func `one table is one target`() throws {
    let fields = #"{"name": "A", "column": "a"}, {"name": "B", "column": "b"}"#
    let keyed = try dataset(fields, key: #""B""#)
    #expect(keyed.targets.count == 1 && keyed.targets[0].parents.isEmpty)
    #expect(keyed.targets[0].fields == [0, 1] && keyed.targets[0].key == ["b"])
    #expect(keyed.settingPolicy(.append)?.loadingKey(ofTarget: 0) == [])
  }

  @Test func `what decides the rows is in the canonical text`() throws {
    let texts = try [
      declared(people + ", " + amounts),
      declared(
        people + ", "
          + amounts.replacing(
            #""parents": {"p_id": "p"}"#, with: #""parents": {"p_id": "p", "x": "p"}"#)),
      declared(
        people + ", " + amounts.replacing(#""key": ["p_id"]"#, with: #""key": ["region", "p_id"]"#),
        #", "policy": "upsert""#),
    ].map { $0.datasets[0].canonicalText }
    #expect(Set(texts).count == 3)
    #expect(texts[0].contains(#"target "s" columns "q1" "region" key "p_id" parents "p_id" "p""#))
  }
}

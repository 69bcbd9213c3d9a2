import Testing

@testable import Datasets

@Suite struct DataPackageAddingTests {
  private static func resource(_ name: String) -> String {
    """
    {"name": "\(name)", "table": "\(name)", "schema": {"fields": [{"name": "a", "column": "a"}]}}
    """
  }

  @Test(arguments: [
    "{\"resources\": [\(resource("one"))]}",
    "{\n  \"resources\": [\n    \(resource("one"))\n  ],\n  \"name\": \"x ] y\"\n}\n",
    "\u{FEFF}{ \"name\": \"[]\", \"resources\" : [ \(resource("one")),\r\n\(resource("two"))\t]\r\n}",
  ])
  func `a resource comes last, and the rest of the text stays`(_ text: String) throws {
    let before = try DataPackage(Array(text.utf8), file: "p.json")
    let added = try DataPackage.text(
      adding: Self.resource("new"), to: Array(text.utf8), file: "p.json")
    let after = try DataPackage(added, file: "p.json")
    #expect(after.datasets.map(\.name) == before.datasets.map(\.name) + ["new"])
    #expect(after.name == before.name)
    let string = String(decoding: added, as: UTF8.self)
    #expect(string.replacing(Self.resource("new"), with: "").contains("resources"))
    #expect(
      string.filter { !$0.isWhitespace }.count
        == text.filter { !$0.isWhitespace }.count + 1
        + Self.resource("new").filter { !$0.isWhitespace }.count)
  }

  @Test(arguments: [
    ("{\"resources\": [\(resource("new"))]}", "another resource is named \"new\" too; rename one"),
    ("{\"resources\": 7}", "expected an array but found 7"),
    ("{}", "expected a property \"resources\" but found none"),
    ("{", "expected a name in quotes but found the end of the file"),
  ])
  func `a file that can't take it is an error`(_ text: String, _ message: String) {
    #expect {
      try DataPackage.text(adding: Self.resource("new"), to: Array(text.utf8), file: "p.json")
    } throws: { ($0 as? DeclarationError)?.message == message }
  }
}

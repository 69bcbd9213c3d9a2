import Testing

@testable import Datasets

struct DatasetLinkTests {
  private static func package(_ links: String) throws -> DataPackage {
    try DatasetsTests.package(
      """
      {"name": "one", "table": "one", "links": \(links),
       "schema": {"fields": [{"name": "CERT", "type": "integer", "column": "cert"}]}},
      {"name": "other", "table": "other",
       "schema": {"fields": [{"name": "Cert", "type": "integer", "column": "number"}]}}
      """)
  }

  @Test func `columns on both sides`() throws {
    let package = try Self.package(#"[{"resource": "other", "fields": {"CERT": "Cert"}}]"#)
    let link = DatasetLink(dataset: "other", columns: ["cert"], otherColumns: ["number"])
    #expect(package.datasets[0].links == [link])
    #expect(package.datasets[1].links == [])
  }

  @Test(arguments: [
    (#"[{"resource": "othr", "fields": {"CERT": "Cert"}}]"#, "other"),
    (#"[{"resource": "other", "fields": {"CER": "Cert"}}]"#, "did you mean \"CERT\"?"),
    (#"[{"resource": "other", "fields": {"CERT": "cret"}}]"#, "did you mean \"Cert\"?"),
    (#"[{"resource": "other", "fields": {}}]"#, "a field"),
    (#"[{"resource": "other"}]"#, "fields"),
    (#"[{"resource": "other", "fields": {"CERT": "Cert"}, "more": 1}]"#, "more"),
  ])
  func `mistakes`(links: String, expected: String) {
    let error = #expect(throws: DeclarationError.self) { () throws in
      _ = try Self.package(links)
    }
    #expect(
      error.map { "\($0.path) \($0.message)".contains(expected) } == true,
      "\(String(describing: error))")
  }
}

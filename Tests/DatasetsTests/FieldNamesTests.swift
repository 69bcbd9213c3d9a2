import Testing

@testable import Datasets

struct FieldNamesTests {
  private static let names: FieldNames = {
    let fields = """
      {"name": "Bank Name", "title": "Bank", "type": "string", "column": "name",
       "aliases": ["Institution"]},
      {"name": "name", "type": "string", "column": "other"}
      """
    return FieldNames((try? dataset(fields))?.fields ?? [], numbers: ["id"])
  }()

  @Test(arguments: [
    ("name", "name"), ("NAME", "name"), ("bank name", "name"), ("Bank", "name"),
    ("institution", "name"), ("other", "other"), ("ID", "id"), ("", nil), ("none", nil),
    ("name\"; DROP TABLE t", nil),
  ])
  func `by column, then by label`(name: String, column: String?) {
    #expect(Self.names.field(named: name)?.column == column)
  }

  @Test(arguments: [
    ("othr", "unknown column \"othr\"; did you mean 'other'?"),
    ("bank nam", "unknown column \"bank nam\"; did you mean 'name'?"),
    ("q\u{1b}", "unknown column \"q\\u{1B}\"; there are name, other, id"),
  ])
  func `what is said of a name that is none`(name: String, message: String) {
    #expect(Self.names.complaint(about: name) == message)
  }
}

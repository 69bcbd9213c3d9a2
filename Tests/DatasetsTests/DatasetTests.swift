import Testing

@testable import Datasets

struct DatasetTests {
  private let fields = """
    {"name": "No", "column": "no", "type": "integer"},
    {"name": "A \\"day\\"", "column": "day", "type": "date", "aliases": ["On\\n"]},
    {"name": "At", "column": "at", "type": "datetime", "dateOrder": "dmy", "pivot": 30,
      "missingValues": ["-"]},
    {"name": "New", "column": "new", "type": "boolean", "constraints": {"required": true},
      "trueValues": ["Y"], "falseValues": ["N", ""]}
    """

  @Test func `the canonical text has what decides the rows`() throws {
    #expect(
      try dataset(fields, key: #"["No"]"#).canonicalText == #"""
        dataset "things" table "things" policy upsert
        key "no"
        field "No" column "no" type integer aliases missing
        field "A \"day\"" column "day" type date undeclared pivot 69 aliases "On\n" missing
        field "At" column "at" type datetime dmy pivot 30 aliases missing "-"
        field "New" column "new" type boolean true "Y" false "N" "" required aliases missing
        """#)
  }

  @Test(
    "what doesn't decide the rows doesn't change the text",
    arguments: [
      #", "title": "Other things""#, #", "path": "other.csv", "encoding": "utf-8""#,
      #", "guards": {"minRecords": 5}"#, #", "policy": "append""#, #", "somebodys": 1"#,
      #", "views": [{"name": "v", "table": "w", "schema": {"fields": [{"name": "A", "column": "a"}]}}]"#,
    ])
  func unchanged(more: String) throws {
    #expect(try dataset(fields, more: more).canonicalText == dataset(fields).canonicalText)
  }

  @Test func `what decides the rows changes the text`() throws {
    let variants = [
      fields, fields.replacing("integer", with: "string"), fields.replacing("dmy", with: "mdy"),
      fields.replacing("30", with: "31"),
      fields.replacing("\"required\": true", with: "\"required\": false"),
      fields.replacing("[\"-\"]", with: "[\"--\"]"), fields.replacing("On", with: "Of"),
    ]
    let texts = try variants.map { try dataset($0).canonicalText }
    #expect(Set(texts).count == variants.count)
    #expect(try dataset(fields, key: #""No""#).canonicalText != texts[0])
  }

  @Test func `an order that a user asks for replaces the declared one`() throws {
    let things = try dataset(fields)
    let all = try #require(things.settingDateOrder(.yearMonthDay))
    #expect(
      all.fields.map { $0.type.dateRules?.order } == [nil, .yearMonthDay, .yearMonthDay, nil])
    #expect(all.fields[2].type.dateRules?.pivot == 30)
    let one = try #require(things.settingDateOrder(.yearMonthDay, ofColumn: "day"))
    #expect(
      one.fields.map { $0.type.dateRules?.order } == [nil, .yearMonthDay, .dayMonthYear, nil])
    #expect(all.canonicalText != things.canonicalText)
    #expect(things.settingDateOrder(.yearMonthDay, ofColumn: "no") == nil)
    #expect(things.settingDateOrder(.yearMonthDay, ofColumn: "nothing") == nil)
  }

  @Test func `a view is a dataset of its own, to be read`() throws {
    let view =
      #"{"name": "v", "table": "w", "schema": {"fields": [{"name": "A", "column": "a"}]}}"#
    let things = try dataset(fields, more: #", "views": [\#(view)]"#)
    #expect(things.views.map(\.name) == ["v"] && things.views.map(\.table) == ["w"])
    #expect(things.views.allSatisfy(\.isView) && !things.isView)
    for mistaken in ["\(view), \(view)", view.replacing(#""table": "w", "#, with: ""), "1"] {
      #expect(throws: DeclarationError.self) {
        try dataset(fields, more: #", "views": [\#(mistaken)]"#)
      }
    }
  }
}

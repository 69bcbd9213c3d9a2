import Testing

@testable import Datasets

struct HeaderMatcherDatasetsTests {
  private func matcher() throws -> HeaderMatcher {
    HeaderMatcher(
      datasets: try package(
        """
        {"name": "people", "table": "people", "schema": {"fields": [
          {"name": "Name", "column": "name"}, {"name": "Phone", "column": "phone"},
          {"name": "City", "column": "city"}]}},
        {"name": "staff", "table": "staff", "schema": {"fields": [
          {"name": "Name", "column": "name"}, {"name": "Phone", "column": "phone"},
          {"name": "City", "column": "city"}, {"name": "Salary", "column": "salary"}]}},
        {"name": "shops", "table": "shops", "schema": {"fields": [
          {"name": "Name", "column": "name"}, {"name": "Phone", "column": "phone"},
          {"name": "Street", "column": "street"}]}},
        {"name": "days", "table": "days", "schema": {"primaryKey": "Day", "fields": [
          {"name": "Day", "column": "day", "type": "date"},
          {"name": "Año", "column": "year"}, {"name": "Ao", "column": "other"}]}}
        """
      ).datasets)
  }

  @Test(
    "the dataset with more of the labels, then the one that lacks fewer",
    arguments: [
      (["Name", "Phone", "City"], "people"), (["Name", "Phone", "City", "Salary"], "staff"),
      (["Name", "Phone", "Street"], "shops"), (["Day"], "days"),
    ])
  func best(header: [String], name: String) throws {
    #expect(try matcher().match(batch([TestRecord(header)])).dataset.name == name)
  }

  @Test(arguments: [["Name", "Phone"], ["Name", "Phone", "Street", "City"]])
  func `a header that fits several datasets names the option`(header: [String]) throws {
    let error = try #require(throws: HeaderMismatch.self) {
      try matcher().match(batch([TestRecord(header)]))
    }
    #expect(error.kind == .ambiguous(datasets: ["people", "shops"]))
    #expect(
      error.description == "the header fits people and shops; name one with --dataset")
  }

  @Test func `without a key, half of the fields must be there`() throws {
    #expect(throws: HeaderMismatch.self) { try matcher().match(batch([["Name"]])) }
  }

  @Test func `what two fields are in ASCII is neither`() throws {
    let match = try matcher().match(batch([["Day", "AÂo"]]))
    #expect(match.unknownLabels == ["AÂo"])
    #expect(try matcher().match(batch([["Day", "AO", "AÑO"]])).unknownLabels == [])
  }

  @Test func `an undeclared order of dates needs a first pass`() throws {
    #expect(try ColumnEvidencePass(matcher().match(batch([["Day"]]))) != nil)
    #expect(try ColumnEvidencePass(matcher().match(batch([["Name", "Phone", "City"]]))) == nil)
  }

  @Test func `a field too long for a label is none`() throws {
    let long = "Day" + String(repeating: "#", count: 1_000_000)
    let error = try #require(throws: HeaderMismatch.self) {
      try matcher().match(batch([["Name", long]]))
    }
    #expect(error.description.utf8.count < 1000)
  }
}

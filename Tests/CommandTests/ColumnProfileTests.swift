import Testing

@testable import bank_etl

struct ColumnProfileTests {
  static let rows: [(values: [String], type: String, least: String?, greatest: String?)] = [
    ([], "empty", nil, nil), (["", " "], "empty", nil, nil),
    (["10", "9", ""], "integer", "9", "10"), (["1.5", "-2"], "number", "-2", "1.5"),
    (["1,50", "2,75"], "formatted number", "1.5", "2.75"),
    (["$1.50", "(2)", "$-"], "formatted number", "-2", "1.5"),
    (["1.234,50", "-5 €", "7-"], "formatted number", "-7", "1234.5"),
    (["30.00%", "5%", "12.5 %"], "formatted number", "5", "30"),
    (["1,234", "5,678"], "formatted number", nil, nil), (["1.234", "5.678"], "number", nil, nil),
    (["$5", "7 €"], "formatted number", nil, nil),
    (["1e-05", "0.30000000000000004"], "number", "1e-05", "0.30000000000000004"),
    (["1234567890123456", "20"], "mixed", nil, nil),
    (
      ["1234567890123456", "12345678901234567890"], "text", "1234567890123456",
      "12345678901234567890"
    ),
    (["555-1234", "555-9876"], "text", "555-1234", "555-9876"),
    (
      ["2023-03-14 5:06", "14 Mar 2023 6:00 PM"], "datetime", "2023-03-14T05:06:00",
      "2023-03-14T18:00:00"
    ),
    (["1/13/2009 6:17", "1/2/2009"], "datetime", "2009-01-02", "2009-01-13T06:17:00"),
    (["1/2/2009 6:17", "1/3/2009 6:17"], "datetime", nil, nil),
    (["10:30 PM", "9:15"], "time", "10:30 PM", "9:15"),
    (["01234", "00501"], "text", "00501", "01234"), (["1e5", "2E7"], "text", "1e5", "2E7"),
    (["23-Feb-07", "1-Nov-19"], "date", "2007-02-23", "2019-11-01"),
    (["23/02/2007", "5/6/2016"], "date", "2007-02-23", "2016-06-05"),
    (["yes", "no"], "boolean", "no", "yes"), (["b", "a"], "text", "a", "b"),
    (["a", "1"], "mixed", nil, nil), (["10:30", "9:15"], "time", "10:30", "9:15"),
  ]

  @Test(arguments: rows)
  func `a column is what its values are`(
    row: (values: [String], type: String, least: String?, greatest: String?)
  ) {
    var profile = ColumnProfile(label: "x")
    for value in row.values {
      let bytes = Array(value.utf8)
      profile.add(bytes.indices, of: bytes, line: 1)
    }
    #expect(profile.type == row.type)
    #expect(profile.extremes?.least == row.least)
    #expect(profile.extremes?.greatest == row.greatest)
  }

  @Test func `the ways dates are written are counted`() {
    var profile = ColumnProfile(label: "x")
    for value in ["23-Feb-07", "5-Mar-13", "24-Feb-07", "March 5, 2021", "2021-03-05T00:00:00Z"] {
      let bytes = Array(value.utf8)
      profile.add(bytes.indices, of: bytes, line: 1)
    }
    #expect(
      profile.formats.map(\.form) == [
        "99-Aaa-99", "9-Aaa-99", "Aaa 9, 9999", "9999-99-99T99:99:99Z",
      ])
    #expect(profile.formats.map(\.count) == [2, 1, 1, 1])
    #expect(profile.dateOrder == "any")
  }
}

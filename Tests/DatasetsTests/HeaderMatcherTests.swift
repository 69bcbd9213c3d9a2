import Records
import Testing

@testable import Datasets

/// The headers of all generations of the FDIC's list, and the columns that they fill.
private let generations: [(header: [String], columns: [String], missing: [String])] = [
  (
    ["Bank Name", "City", "State", "CERT #", "Closing Date", "Updated Date"],
    ["name", "city", "state", "cert", "close_date", "updated_date"],
    ["Zip", "Acquiring Institution", "Fund"]
  ),
  (
    [
      "Bank Name", "City", "State", "CERT #", "Acquiring Institution", "Closing Date",
      "Updated Date",
    ],
    ["name", "city", "state", "cert", "acquirer", "close_date", "updated_date"], ["Zip", "Fund"]
  ),
  (
    ["Bank Name", "City", "ST", "CERT", "Acquiring Institution", "ClosingDate", "UpdatedDate"],
    ["name", "city", "state", "cert", "acquirer", "close_date", "updated_date"], ["Zip", "Fund"]
  ),
  (
    ["Bank Name", "City", "ST", "CERT", "Acquiring Institution", "Closing Date"],
    ["name", "city", "state", "cert", "acquirer", "close_date"], ["Zip", "Fund", "Updated Date"]
  ),
  (
    [
      "Bank Name\u{A0}", "City\u{A0}", "State\u{A0}", "Cert\u{A0}", "Acquiring Institution\u{A0}",
      "Closing Date\u{A0}", "Fund",
    ],
    ["name", "city", "state", "cert", "acquirer", "fund", "close_date"], ["Zip", "Updated Date"]
  ),
  (
    ["Bank Name", "City", "State", "Cert", "Acquiring Inst.", "Closing Date", "Fund"],
    ["name", "city", "state", "cert", "acquirer", "fund", "close_date"], ["Zip", "Updated Date"]
  ),
  (
    [
      "\u{FEFF}Bank Name†", "City†", "State†", "Cert†", "Acquiring Institution†", "Closing Date†",
      "Fund",
    ],
    ["name", "city", "state", "cert", "acquirer", "fund", "close_date"], ["Zip", "Updated Date"]
  ),
  (
    [
      "Bank NameÂ\u{A0}", "CityÂ\u{A0}", "StateÂ\u{A0}", "CertÂ\u{A0}",
      "Acquiring InstitutionÂ\u{A0}", "Closing DateÂ\u{A0}", "Fund",
    ],
    ["name", "city", "state", "cert", "acquirer", "fund", "close_date"], ["Zip", "Updated Date"]
  ),
  // The web page's table, whose cells repeat the label for narrow screens.
  (
    [
      "Bank NameBank", "CityCity", "StateSt", "CertCert", "Acquiring InstitutionAI",
      "Closing DateClosing", "FundFund",
    ],
    ["name", "city", "state", "cert", "acquirer", "fund", "close_date"], ["Zip", "Updated Date"]
  ),
  (
    ["fund", "ZIP_CODE", "closing-date", "cert", "BANK  NAME", "acquirer", "st", "city"],
    ["name", "city", "state", "zip", "cert", "acquirer", "fund", "close_date"], ["Updated Date"]
  ),
]

private func banks() throws -> HeaderMatcher {
  HeaderMatcher(datasets: try declaredPackage().datasets.filter { $0.name == "failed-banks" })
}

struct HeaderMatcherTests {
  @Test("each generation of the FDIC's list", arguments: generations.indices)
  func generation(index: Int) throws {
    let (header, columns, missing) = generations[index]
    let match = try banks().match(batch([TestRecord(header)], line: 7))
    #expect(match.dataset.name == "failed-banks")
    #expect(match.record == 0)
    #expect(match.line == 7)
    #expect(match.fieldCount == header.count)
    #expect(match.tableColumns == columns)
    #expect(match.missingLabels == missing)
    #expect(match.unknownLabels == [])
    #expect(ColumnEvidencePass(match) == nil)
    for column in match.columns {
      #expect(match.labels[column.position] == column.label)
      #expect(
        LabelFolding.folded(header[column.position]).hasPrefix(
          LabelFolding.folded(column.label)))
    }
  }

  @Test func `the header may come after other records`() throws {
    let header = TestRecord(generations[1].header)
    let filler: TestRecord = ["Column1", "Column2", "Column3", "Column4", "Column5", "", ""]
    for count in [0, 1, 2, 99] {
      let records = [TestRecord](repeating: filler, count: count) + [header, header]
      let match = try banks().match(batch(records))
      #expect(match.record == count)
      #expect(match.line == Int64(count + 1))
    }
    let late = [TestRecord](repeating: filler, count: 100) + [header]
    #expect(throws: HeaderMismatch(kind: .noLabel(records: 100), line: nil)) {
      try banks().match(batch(late))
    }
  }

  @Test func `blank and unreadable records are passed over`() throws {
    let header = TestRecord(generations[1].header)
    var head = batch([[], [""], ["", "\u{A0}"], header, header])
    head.problems = [RecordProblem(record: 3, code: .unclosedQuote, message: "")]
    #expect(try banks().match(head).record == 4)
  }

  @Test func `columns that no field has are named and not loaded`() throws {
    let header: TestRecord = ["Region", "Cert", "Bank Name", "", "City", "Note "]
    let match = try banks().match(batch([header]))
    #expect(match.unknownLabels == ["Region", "Note"])
    #expect(match.columns.map(\.position) == [2, 4, 1])
    #expect(match.labels == ["Region", "Cert", "Bank Name", "", "City", "Note"])
  }

  @Test(
    "what fits no dataset",
    arguments: [
      ([], .noRecord),
      ([["", " "]], .noRecord),
      ([["<!DOCTYPE html>"], ["<html lang=\"en\">"]], .noLabel(records: 2)),
      ([["Column1", "Column2"]], .noLabel(records: 1)),
      // No certificate.
      (
        [["Bank Name, City, State", "Closing Date", "Acquirer"]],
        .noDataset(
          nearest: "failed-banks", missing: ["Bank Name", "Cert"],
          unknown: ["Bank Name, City, State"])
      ),
      // BankFind's export has a CERT, a CITY and a FUND, and is another dataset.
      (
        [["CERT", "CITY", "FUND", "FAILDATE", "NAME"]],
        .noDataset(
          nearest: "failed-banks", missing: ["Bank Name"], unknown: ["FAILDATE", "NAME"])
      ),
      // What is needed is there, and most labels are something else.
      (
        [["Cert", "Bank Name", "a", "b", "c"]],
        .noDataset(
          nearest: "failed-banks",
          missing: [
            "City", "State", "Zip", "Acquiring Institution", "Fund", "Closing Date",
            "Updated Date",
          ], unknown: ["a", "b", "c"])
      ),
    ] as [([[String]], HeaderMismatch.Kind)])
  func mismatch(records: [[String]], kind: HeaderMismatch.Kind) throws {
    let error = try #require(throws: HeaderMismatch.self) {
      try banks().match(batch(records.map(TestRecord.init)))
    }
    #expect(error.kind == kind)
    #expect(!error.description.contains("\n"))
  }

  @Test func `the dataset that a user names needs its key only`() throws {
    let dataset = try #require(declaredPackage().dataset(named: "failed-banks"))
    let named = HeaderMatcher(dataset: dataset)
    let match = try named.match(batch([["note"], ["cert", "a", "b", "c", "fund"]]))
    #expect(match.record == 1)
    #expect(match.tableColumns == ["cert", "fund"])
    #expect(match.unknownLabels == ["a", "b", "c"])
    #expect(
      throws: HeaderMismatch(
        kind: .noDataset(nearest: "failed-banks", missing: ["Bank Name", "Cert"], unknown: ["x"]),
        line: 1)
    ) {
      try named.match(batch([["City", "x"]]))
    }
  }

  @Test(
    "two columns for one field",
    arguments: [
      (["Cert", "Bank Name", "CERT #"], ["name", "cert"], ["CERT #"]),
      (["CERT", "Bank Name", "Cert"], ["name", "cert"], ["CERT"]),
      (["ST", "Bank Name", "Cert", "State"], ["name", "state", "cert"], ["ST"]),
    ])
  func exactWins(header: [String], columns: [String], unknown: [String]) throws {
    let match = try banks().match(batch([TestRecord(header)]))
    #expect(match.tableColumns == columns)
    #expect(match.unknownLabels == unknown)
    #expect(match.columns.allSatisfy { $0.label == $0.field.name })
  }

  @Test(
    "two columns for one field, neither the declared label",
    arguments: [
      (["CERT", "Bank Name", "CERT #"], "Cert", ["CERT", "CERT #"]),
      (["Cert", "Bank Name", "Cert"], "Cert", ["Cert", "Cert"]),
      (["ST", "Bank Name", "Cert", "STATE"], "State", ["ST", "STATE"]),
    ])
  func duplicates(header: [String], field: String, labels: [String]) throws {
    #expect(
      throws: HeaderMismatch(
        kind: .duplicate(dataset: "failed-banks", field: field, labels: labels), line: 1)
    ) {
      try banks().match(batch([TestRecord(header)]))
    }
  }
}

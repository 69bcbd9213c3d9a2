import SQLite
import Testing

@testable import bank_etl

struct CSVLineTests {
  private static func line(_ values: [Value], isForTerminal: Bool = false) -> String {
    var bytes: [UInt8] = []
    CSVLine.append(values, isForTerminal: isForTerminal, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (["a", 1, .real(0.5), .null, "b"], "a,1,0.5,,b\n"),
      (["Bank of Kansas, N.A."], "\"Bank of Kansas, N.A.\"\n"),
      (["3/8\" pipe"], "\"3/8\"\" pipe\"\n"),
      (["a\nb", "c\rd"], "\"a\nb\",\"c\rd\"\n"),
      ([" a", "b ", " "], "\" a\",\"b \",\" \"\n"),
      (["", .null], "\"\",\n"), ([.null, .null], ",\n"), ([.null], "\"\"\n"), ([""], "\"\"\n"),
      ([.blob([0, 255])], "x'00ff'\n"),
      (["\u{1b}[31m"], "\u{1b}[31m\n"), (["Año\0"], "Año\0\n"),
    ] as [([Value], String)])
  func `a record is written`(values: [Value], expected: String) {
    #expect(Self.line(values) == expected)
  }

  @Test func `a terminal gets no controls`() {
    #expect(Self.line(["\u{1b}[31m", "a\nb"], isForTerminal: true) == "\\u{1b}[31m,a\\nb\n")
  }
}

import Testing

@testable import bank_etl

struct ValueKindTests {
  @Test(
    arguments: [
      (ValueKind.text, "", nil),
      (.text, "anything", nil),
      (.file, "-", nil),
      (.file, "", "expected a path for X but found \"\""),
      (.folder, "", "expected a path for X but found \"\""),
      (.dataset, "", "expected the name of a dataset for X but found \"\""),
      (.count, "1", nil),
      (.count, "9223372036854775807", nil),
      (
        .count, "9223372036854775808",
        "expected a number below 2^63 for X but found \"9223372036854775808\""
      ),
      (.count, "0", "expected 1 or more for X but found \"0\""),
      (.count, "-1", "expected 1 or more for X but found \"-1\""),
      (.count, "1.5", "expected a whole number for X but found \"1.5\""),
      (.count, "1e6", "expected a whole number for X but found \"1e6\""),
      (.count, " 1", "expected a whole number for X but found \" 1\""),
      (.count, "", "expected a whole number for X but found \"\""),
      (.count, "١", "expected a whole number for X but found \"١\""),
      (.number(1...9), "9", nil),
      (.number(1...9), "10", "expected a number from 1 to 9 for X but found \"10\""),
      (.numberOrWord(1...Int64.max, "file"), "file", nil),
      (.numberOrWord(1...Int64.max, "file"), "7", nil),
      (
        .numberOrWord(1...Int64.max, "file"), "all",
        "expected a whole number or 'file' for X but found \"all\""
      ),
      (
        .numberOrWord(1...Int64.max, "file"), "0",
        "expected 1 or more or 'file' for X but found \"0\""
      ),
      (.choice(RowFormat.self), "csv", nil),
      (
        .choice(RowFormat.self), "jsn",
        "expected table, csv, json, ndjson or markdown for X but found \"jsn\"; did you mean 'json'?"
      ),
      (.words(["on"]), "off", "expected on for X but found \"off\""),
      (.count, "\u{1b}]0;x\u{7}", "expected a whole number for X but found \"\\u{1b}]0;x\\u{7}\""),
    ] as [(ValueKind, String, String?)])
  func `a value is checked`(kind: ValueKind, text: String, complaint: String?) {
    #expect(kind.complaint(about: text, of: "X") == complaint)
  }
}

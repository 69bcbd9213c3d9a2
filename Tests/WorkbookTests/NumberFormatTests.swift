import Testing

@testable import Workbook

struct NumberFormatTests {
  @Test(arguments: [
    ("General", NumberFormat.number), ("GENERAL", .number), ("0", .number), ("#,##0.00", .number),
    ("@", .number), ("0%", .number), ("0.00E+00", .number), ("", .number),
    ("\"$\"#,##0", .number), ("_(\"$\"* #,##0.00_);_(@_)", .number), ("[Red]0;[Blue]0", .number),
    ("[$-409]#,##0", .number), ("\\d0", .number), ("\"days\" 0", .number), ("0_d", .number),
    ("0;yyyy", .number), ("d-mmm-yy", .date), ("mm-dd-yy", .date), ("m/d/yyyy", .date),
    ("yyyy\\-mm\\-dd", .date), ("[$-409]d-mmm-yy;@", .date), ("ddd\\,\\ mmm\\ dd", .date),
    ("mmmm", .date), ("yyyy", .date), ("dd/mm/yyyy hh:mm", .date), ("YYYY-MM-DD", .date),
    ("h:mm", .time), ("[$-F400]h:mm:ss\\ AM/PM", .time), ("mm:ss.0", .time),
    ("[h]:mm:ss", .duration),
    ("[mm]:ss", .duration), ("[HH]:MM", .duration),
  ])
  func `the code tells`(code: String, format: NumberFormat) {
    #expect(NumberFormat(code: code) == format)
  }

  @Test(arguments: [
    (0, NumberFormat.number), (1, .number), (9, .number), (13, .number), (14, .date), (17, .date),
    (18, .time), (21, .time), (22, .date), (23, .number), (44, .number), (45, .time),
    (46, .duration), (47, .time), (48, .number), (49, .number), (57, .date), (163, .number),
  ])
  func `the number of a format without a code tells`(number: Int, format: NumberFormat) {
    #expect(NumberFormat(builtIn: number) == format)
  }
}

import Records
import Testing

@testable import Workbook

struct SerialDateTests {
  @Test(arguments: [
    (1.0, NumberFormat.date, "1900-01-01"), (59, .date, "1900-02-28"), (61, .date, "1900-03-01"),
    (366, .date, "1900-12-31"),
    (367, .date, "1901-01-01"), (36526, .date, "2000-01-01"), (36585, .date, "2000-02-29"),
    (43084, .date, "2017-12-15"), (2_958_465, .date, "9999-12-31"),
    (43084.5, .date, "2017-12-15T12:00:00"), (43084.573_611_111_11, .date, "2017-12-15T13:46:00"),
    (43084.999_999_999_9, .date, "2017-12-16"), (43084.000_01, .date, "2017-12-15T00:00:00.864"),
    (0.5, .time, "12:00:00"), (0, .time, "00:00:00"), (0.25, .date, "06:00:00"),
    (1.5, .time, "1900-01-01T12:00:00"), (1.5, .duration, "36:00:00"), (0, .duration, "00:00:00"),
  ])
  func `days of the 1900 system`(serial: Double, format: NumberFormat, text: String) {
    let written = SerialDate.text(serial, format, .from1900)
    #expect(written.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test(arguments: [
    (0.0, NumberFormat.date, "1904-01-01"), (59, .date, "1904-02-29"), (60, .date, "1904-03-01"),
    (39082, .date, "2011-01-01"), (0.25, .time, "06:00:00"), (0.25, .date, "1904-01-01T06:00:00"),
  ])
  func `days of the 1904 system`(serial: Double, format: NumberFormat, text: String) {
    let written = SerialDate.text(serial, format, .from1904)
    #expect(written.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test(arguments: [-1.0, -0.000_1, 0, 60, 60.5, 2_958_466, 1e300])
  func `what is no day is none`(serial: Double) {
    #expect(SerialDate.text(serial, .date, .from1900) == nil)
  }

  @Test func `no day is left out, and none comes twice`() {
    var before = ""
    for day in 1...200_000 where day != 60 {
      let text = SerialDate.text(Double(day), .date, .from1900)
      let written = String(decoding: text ?? [], as: UTF8.self)
      #expect(written > before)
      before = written
    }
    #expect(before == "2447-07-30")
  }
}

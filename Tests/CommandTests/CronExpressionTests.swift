import Testing

@testable import bank_etl

struct CronExpressionTests {
  @Test(arguments: [
    ("30 6 * * *", "30 6 * * *", ["*-*-* 6:30:00"]),
    ("  30\t6 * *  * ", "30 6 * * *", ["*-*-* 6:30:00"]),
    ("*/15 * * * *", "*/15 * * * *", ["*-*-* *:0/15:00"]),
    ("0 8-18/2 * * 1-5", "0 8-18/2 * * 1-5", ["Mon,Tue,Wed,Thu,Fri *-*-* 8..18/2:0:00"]),
    ("5,35 0 1 jan,JUL *", "5,35 0 1 jan,JUL *", ["*-1,7-1 0:5,35:00"]),
    ("0 0 * * 0", "0 0 * * 0", ["Sun *-*-* 0:0:00"]),
    ("0 0 * * 7", "0 0 * * 7", ["Sun *-*-* 0:0:00"]),
    ("0 0 * * sun-sat", "0 0 * * sun-sat", ["*-*-* 0:0:00"]),
    ("0 0 */2 * 1", "0 0 */2 * 1", ["Mon *-*-1/2 0:0:00"]),
    ("0 0 1 * 1", "0 0 1 * 1", ["*-*-1 0:0:00", "Mon *-*-* 0:0:00"]),
    ("0 0 29 2 *", "0 0 29 2 *", ["*-2-29 0:0:00"]),
    ("0 0 31 2,3 *", "0 0 31 2,3 *", ["*-2,3-31 0:0:00"]),
    ("0 0 31 2 1", "0 0 31 2 1", ["*-2-31 0:0:00", "Mon *-2-* 0:0:00"]),
    ("@hourly", "0 * * * *", ["*-*-* *:0:00"]),
    ("@weekly", "0 0 * * 0", ["Sun *-*-* 0:0:00"]),
    ("@yearly", "0 0 1 1 *", ["*-1-1 0:0:00"]),
  ])
  func `an expression as cron and systemd read it`(
    text: String, cron: String, events: [String]
  ) throws {
    let expression = try CronExpression(text)
    #expect(expression.text == cron)
    #expect(expression.calendarEvents == events)
  }

  @Test(arguments: [
    "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *",
    "* * * * 8", "5-1 * * * *", "*/0 * * * *", "5/2 * * * *", "a * * * *", "1, * * * *",
    "-1 * * * *", "1-2-3 * * * *", "*/2/3 * * * *", "001 * * * *", "٣ * * * *", "@reboot",
    "jan * * * *", "* * * sun *", "0 0 31 2 *", "0 0 30 feb *", "0 0 31 4,6,9,11 *",
    "0 0 30-31 2 */2",
  ])
  func `what is none`(text: String) {
    let failure = #expect(throws: CommandFailure.self) { try CronExpression(text) }
    #expect(failure?.status == .usage)
  }

  @Test(arguments: [("06:30", "30 6 * * *"), ("6:05", "5 6 * * *"), ("23:59", "59 23 * * *")])
  func `a time of the day`(time: String, expected: String) throws {
    #expect(try CronExpression(daily: time).text == expected)
  }

  @Test(arguments: ["", "6", "24:00", "06:60", "6:30:00", "06.30", ":30", "6:", "-1:00", "half"])
  func `what is no time of the day`(time: String) {
    #expect(throws: CommandFailure.self) { try CronExpression(daily: time) }
  }
}

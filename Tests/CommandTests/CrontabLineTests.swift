import Testing

@testable import bank_etl

struct CrontabLineTests {
  @Test(arguments: [
    ("import", "import"), ("/srv/a-b_c.csv", "/srv/a-b_c.csv"), ("", "''"), ("a b", "'a b'"),
    ("$HOME", "'$HOME'"), ("it's", #"'it'"'"'s'"#), (#"a\b"#, #"'a\''b'"#), ("~/x", "'~/x'"),
    ("*.csv", "'*.csv'"), ("ä", "'ä'"), ("100%", "100%"),
  ])
  func `a word for the shell`(word: String, expected: String) {
    #expect(CrontabLine.quoted(word) == expected)
  }

  @Test(arguments: [(995, true), (996, false)])
  func `cron would cut off what is longer than it reads`(count: Int, fits: Bool) throws {
    let words = ["/b", String(repeating: "x", count: count)]
    let line = try? CrontabLine.text(CronExpression("@daily"), words)
    #expect((line != nil) == fits)
  }

  @Test func `percent signs are escaped for cron`() throws {
    let line = try CrontabLine.text(CronExpression("@daily"), ["/b", "a%b", "%", #"c\%d"#])
    #expect(line == #"0 0 * * * /b a\%b \% 'c\''\%d'"# + "\n")
  }
}

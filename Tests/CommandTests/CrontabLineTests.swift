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

  @Test func `percent signs are escaped for cron`() throws {
    let line = CrontabLine.text(try CronExpression("@daily"), ["/b", "a%b", "%", #"c\%d"#])
    #expect(line == #"0 0 * * * /b a\%b \% 'c\''\%d'"# + "\n")
  }
}

import Testing

/// What `convert` makes of JSON, and of what is none.
struct ConvertDocumentsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: String
    let output: String
    /// What is said on standard error with `-q`, each message without the file's name.
    let messages: [String]

    init(_ name: String, _ input: String, _ output: String, _ messages: String...) {
      testDescription = name
      self.input = input
      self.output = output
      self.messages = messages
    }
  }

  static let cases = [
    Case(
      "values keep their kinds",
      #"{"a":"","b":"1","c":1.50,"d":true,"e":null}"# + "\n"
        + #"{"a":"x","b":"2","c":"n","d":false,"e":[1,{"f":2}]}"# + "\n",
      #"{"a":"","b":"1","c":1.50,"d":true,"e":null}"# + "\n"
        + #"{"a":"x","b":"2","c":"n","d":false,"e":[1,{"f":2}]}"# + "\n"),
    Case(
      "an object is on one line", "[{\"a\":{\n \"b\":1,\r\n \"c\":2}}]",
      "{\"a\":{  \"b\":1,   \"c\":2}}\n"),
    Case(
      "dates", #"{"a":"2/13/2007","n":5}{"a":"2/3/2007","n":"x"}"#,
      #"{"a":"2007-02-13","n":5}"# + "\n" + #"{"a":"2007-02-03","n":"x"}"# + "\n"),
    Case(
      "a line that is no JSON does not change the others", "{\"a\":1}\n{\"a\":2\n{\"a\":3}\n",
      "{\"a\":1}\n{\"a\":\"{\\\"a\\\":2\"}\n{\"a\":3}\n",
      "2: expected \",\" or \"}\" but found {\"a\":3}"),
    Case(
      "names that may be labels are none",
      #"{"name":"jar","qty":1}"# + "\n" + #"{"name":"tin","qty":2}"# + "\n\n"
        + #"{"name":"pen","qty":"x"}"# + "\n" + #"{"name":"cup","qty":5}"# + "\n",
      #"{"name":"jar","qty":1}"# + "\n" + #"{"name":"tin","qty":2}"# + "\n"
        + #"{"name":"pen","qty":"x"}"# + "\n" + #"{"name":"cup","qty":5}"# + "\n"),
    Case(
      "a comma too many", "[{\"a\":1},]", "{\"a\":1}\n",
      "2: expected an object behind \",\" but found \"]\""),
    Case(
      "objects within another one", #"{"type":"T","features":[{"id":1},{"id":2}]}"#,
      #"{"type":"T","features":[{"id":1},{"id":2}]}"# + "\n",
      " expected records but found one object, whose \"features\" is an array of them: "
        + "`jq -c '.features[]'` takes them out of \"features\""),
    Case(
      "objects within another one, with a name that jq has in quotes", #"{"a b":[{"id":1}]}"#,
      #"{"a b":[{"id":1}]}"# + "\n",
      " expected records but found one object, whose \"a b\" is an array of them: "
        + "`jq -c '.[\"a b\"][]'` takes them out of \"a b\""),
    Case(
      "objects further within", #"{"a":{"b c":{"d":[{"id":1}]}}}"#,
      #"{"a":{"b c":{"d":[{"id":1}]}}}"# + "\n",
      " expected records but found one object, whose \"a.b c.d\" is an array of them: "
        + "`jq -c '.a[\"b c\"].d[]'` takes them out of \"a.b c.d\""),
    Case("no objects", " [ ]\n", ""),
    Case("an object of nothing", "{}", ""),
  ]

  @Test(arguments: cases)
  func `records of JSON stay what they are`(row: Case) async throws {
    let workspace = try Workspace()
    try workspace.write("a", row.input)
    let outcome = try await workspace.run("convert", "-q", "a", "--format", "ndjson")
    #expect(outcome.stdout == row.output, "\(outcome)")
    #expect(outcome.status == (row.messages.isEmpty ? 0 : 2), "\(outcome)")
    let lines = outcome.stderr.split(separator: "\n").map { $0.drop { $0 != ":" }.dropFirst() }
    #expect(lines.map(String.init) == row.messages, "\(outcome)")
  }

  @Test func `it ends when nobody reads any more, while nothing can be read`() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.shell(
      """
      yes '[{"id":1},' 2>/dev/null | "$BANK_ETL" convert -q - | { read -r line; echo "$line"; }
      echo "${PIPESTATUS[1]}"
      """)
    #expect(outcome.stdout == "id\n2\n", "\(outcome)")
    #expect(outcome.stderr.contains("expected at most 200 levels"), "\(outcome)")
  }

  @Test func `an import says which objects are meant`() async throws {
    let workspace = try Workspace()
    try workspace.write("a", #"{"rows":[{"id":1},{"id":2}]}"#)
    let outcome = try await workspace.run("import", "a")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      (outcome.stdout + outcome.stderr).contains("`jq -c '.rows[]'` takes them out"), "\(outcome)")
  }
}

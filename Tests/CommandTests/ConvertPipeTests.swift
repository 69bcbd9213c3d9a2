import Testing

/// `convert -` behind somebody who writes a line now and then.
struct ConvertPipeTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Starts `convert` as a coprocess: `say` writes to it, `hear` waits for a line of its output.
  private func talk(_ options: String, _ script: String) async throws -> Outcome {
    try await workspace.shell(
      """
      coproc CONVERT { exec "$BANK_ETL" convert - \(options); }
      exec {to}>&"${CONVERT[1]}" {from}<&"${CONVERT[0]}"
      eval "exec ${CONVERT[1]}>&- ${CONVERT[0]}<&-"; pid=$CONVERT_PID
      say() { printf "$1" >&$to; }
      hear() { read -r -t 30 line <&$from || line='nothing'; echo "$line"; }
      hang_up() { exec {to}>&-; }
      \(script)
      """)
  }

  static let rows: [(options: String, heard: String)] = [
    ("-q", "n,day\n1,2007-02-23\n2,2007-02-24\né,2007-02-05\n\"x\ny\",2007-02-06\n5,\n"),
    (
      "-q --no-types",
      "n,day\n1,23/02/2007\n2,24/02/2007\né,5/2/2007\n\"x\ny\",6/2/2007\n5,\n"
    ),
    (
      "-q --format ndjson",
      """
      {"n":1,"day":"2007-02-23"}
      {"n":2,"day":"2007-02-24"}
      {"n":"é","day":"2007-02-05"}
      {"n":"x\\ny","day":"2007-02-06"}
      {"n":5,"day":null}

      """
    ),
  ]

  @Test(arguments: rows)
  func `each record is there before the next one comes`(row: (options: String, heard: String))
    async throws
  {
    let isJSON = row.options.contains("ndjson")
    let header = isJSON ? ":" : "hear"
    let outcome = try await talk(
      row.options,
      """
      say 'n;day\\n1;23/02/2007\\n2'; \(header); hear
      say ';24/02/2007\\n'; hear
      say 'é;5/2/2007\\n'; hear
      say '"x\\n'; say 'y";6/2/2007\\n'; hear; \(isJSON ? ":" : "hear")
      say '5;\\n'; hear
      hang_up; cat <&$from; wait $pid
      """)
    #expect(outcome.stdout == row.heard && outcome.status == 0, "\(outcome)")
  }

  @Test func `that a pause decided is said`() async throws {
    let outcome = try await talk(
      "", "say 'a,b\\n1,2\\n'; hear; hear; hang_up; cat <&$from; wait $pid")
    #expect(outcome.stdout == "a,b\n1,2\n" && outcome.status == 0, "\(outcome)")
    #expect(
      outcome.stderr.contains("the input is slow or paused: its first 8 bytes decide"),
      "\(outcome)")
  }

  /// The lines come too slowly to fill what is looked at first, and too fast for a pause.
  @Test(arguments: ["n,day", "é,day"])
  func `what comes line by line without a pause is not waited for`(header: String) async throws {
    let outcome = try await talk(
      "-q",
      """
      say '\(header)\\n'
      { until test -e heard; do printf '1,2020-01-02\\n' >&$to; sleep 0.3; done; } & writer=$!
      hear; hear; hear
      touch heard; wait $writer; hang_up; cat <&$from >/dev/null; wait $pid
      """)
    #expect(
      outcome.stdout == "\(header)\n1,2020-01-02\n1,2020-01-02\n" && outcome.status == 0,
      "\(outcome)")
  }

  @Test func `with a dataset that leaves nothing open, too`() async throws {
    let outcome = try await talk(
      "-q --dataset failed-banks --date-order dmy",
      """
      say 'Bank Name,City,ST,CERT,Closing Date\\nA,X,NY,12,23/02/2007\\n'; hear; hear
      say 'B,Y,NJ,13,1/2/2007\\n'; hear
      hang_up; cat <&$from; wait $pid
      """)
    #expect(
      outcome.stdout
        == "name,city,state,cert,close_date\nA,X,NY,12,2007-02-23\nB,Y,NJ,13,2007-02-01\n",
      "\(outcome)")
  }

  @Test func `it ends when nobody reads any more`() async throws {
    let outcome = try await workspace.shell(
      """
      { printf 'a,b\\n1,2\\n'; while printf '3,4\\n' 2>/dev/null; do :; done; } |
        "$BANK_ETL" convert -q - | { read -r line; echo "$line"; }
      echo "${PIPESTATUS[1]}"
      """)
    #expect(outcome.stdout == "a,b\n0\n" && outcome.stderr.isEmpty, "\(outcome)")
  }

  @Test func `a header alone waits for a record, and the end is no pause`() async throws {
    let outcome = try await talk("-q", "say 'a;b\\n'; say '1;2'; hang_up; cat <&$from; wait $pid")
    #expect(outcome.stdout == "a,b\n1,2\n", "\(outcome)")
  }
}

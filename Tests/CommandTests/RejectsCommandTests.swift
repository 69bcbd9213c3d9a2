import Foundation
import Testing

struct RejectsCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try LedgerSample.make(in: workspace)
  }

  @Test func `rejects are listed for people`() async throws {
    let outcome = try await workspace.run("rejects")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    #expect(
      outcome.stdout == """
        run  line  column  code              message                                resolved  text
        ---  ----  ------  ----------------  -------------------------------------  --------  -------
          2     5  Cert    invalid_integer   expected a whole number but found "x"            A,x
          2    10  NULL    invalid_encoding  byte 2 is no utf-8                               B\\xff,7

        """)
  }

  @Test func `rejects are listed for programs`() async throws {
    let outcome = try await workspace.run("rejects", "2", "--json", "--limit", "1")
    #expect(
      outcome.stdout == """
        [
        {"version":1,"run":2,"source":"b.csv","record":4,"line":5,"column":"Cert",\
        "code":"invalid_integer","message":"expected a whole number but found \\"x\\"","raw":"A,x",\
        "resolved_by":null}
        ]

        """, "\(outcome)")
  }

  @Test func `a run without rejects has none`() async throws {
    let outcome = try await workspace.run("rejects", "1", "--json")
    #expect(outcome.stdout == "[\n]\n" && outcome.status == 0, "\(outcome)")
  }
}

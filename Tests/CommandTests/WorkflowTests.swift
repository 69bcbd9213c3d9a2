import Foundation
import Testing

/// The workflow that `docs/ci.md` has for a CI service, in a repository such as it is for.
struct WorkflowTests {
  private static let workflow =
    Snippet.all(of: "docs/ci.md", text: Repository.text("docs/ci.md"))
    .filter { $0.kind == .yaml }.map(\.text).joined(separator: "\n")

  /// What its steps run.
  private static var steps: [String] {
    workflow.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/ *- run: (.+)/#).map { String($0.output.1) }
    }
  }

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Makes the repository, on a system whose apt-get installs the package that is there.
  private func checkOut() async throws {
    let outcome = try await workspace.shell(
      #"""
      cp -r "$REPOSITORY"/{data,migrations,.ci} . && mkdir tools system || exit
      touch tools/bank-etl_0.1.0-1_amd64.deb
      cat > system/apt-get <<'END' && chmod +x system/apt-get
      #!/bin/sh
      for last; do :; done
      [ "$1" = update ] || { test -f "$last" && ln -s "$BANK_ETL" "${0%/*}/bank-etl"; }
      END
      """#, environment: ["REPOSITORY": Repository.root.path])
    try #require(outcome.status == 0, "\(outcome)")
  }

  /// Runs a step as the service does in a container: "sh -e {0}".
  private func run(_ step: String) async throws -> Outcome {
    try workspace.write("step", step)
    return try await workspace.shell("PATH=\"$PWD/system:/usr/bin:/bin\" sh -e step")
  }

  @Test func `it is YAML`() async throws {
    try workspace.write("workflow.yml", Self.workflow)
    for line in Self.workflow.split(separator: "\n") {
      let match = line.wholeMatch(of: #/((?:  )*)(?:- )?[a-z-]+:(?: [^#:]*(?:: *\S+)?)?/#)
      #expect(match != nil, "\(line)")
    }
    let outcome = try await workspace.shell(
      """
      python3 -c 'import yaml' 2> /dev/null || exit 0
      python3 -c 'import yaml; print(yaml.safe_load(open("workflow.yml"))["jobs"].keys())'
      """)
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
  }

  @Test func `its steps pass where nothing is wrong`() async throws {
    try await checkOut()
    #expect(Self.steps.count == 2)
    for step in Self.steps {
      let outcome = try await run(step)
      #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    }
  }

  @Test func `its last step shows a record that would be rejected, beside its line`() async throws {
    try await checkOut()
    let list = Repository.text("data/banklist.csv").replacing("12-Mar-23", with: "32-Mar-23")
    try workspace.write("data/banklist.csv", list)
    for step in Self.steps.dropLast() { #expect(try await run(step).status == 0) }
    let outcome = try await run(Self.steps.last ?? "")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.stdout.contains("::error file=data/banklist.csv,line=5,"), "\(outcome)")
  }
}

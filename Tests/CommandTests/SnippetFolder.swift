import ArchiveSupport
import Foundation
import ServerSupport

/// A folder with files under the names that the documents use, a database with two imports, and a
/// server in the place of those that they name.
struct SnippetFolder {
  /// How a command ended, and what it wrote, errors behind the rest.
  struct Result: CustomStringConvertible {
    let status: String
    let text: [String]
    var description: String { "status \(status)\n" + text.joined(separator: "\n") }
  }

  let server: TestServer
  private let workspace: Workspace

  /// The program comes first on the PATH, and what does nothing in the place of what would build or
  /// install; to start a timer is to look at the units.
  private static let setUp = #"""
    mkdir -p srv/in srv/log srv/metrics backup in pictures units .zfunc bin etc/systemd/system
    cp -r "$REPOSITORY"/{data,migrations,.ci,Makefile} .
    mkdir -p Sources/bank-etl .build/release Benchmarks
    cp "$REPOSITORY"/Sources/bank-etl/Version.swift Sources/bank-etl/
    ln -s "$BANK_ETL" bin/bank-etl; ln -s "$BANK_ETL" .build/release/bank-etl
    for stub in bin/swift bin/apt-get bin/sudo Benchmarks/run Benchmarks/migrate
    do printf '#!/bin/sh\n' > $stub; chmod +x $stub; done
    cat > bin/systemctl <<'END' && chmod +x bin/systemctl
    #!/bin/sh
    ! command -v systemd-analyze > /dev/null ||
      SYSTEMD_LOG_LEVEL=warning exec systemd-analyze verify "$HOME"/etc/systemd/system/*
    END
    command -v curl > /dev/null ||
      { printf '#!/bin/sh\ncat banklist.csv\n' > bin/curl; chmod +x bin/curl; }
    for file in 2023-03-14 2023-03-20 in/2023-01 in/2023-02 huge export list srv/in/banklist
    do cp banklist.csv $file.csv; done
    gzip -k banklist.csv
    printf 'X-Key: 1\n' > srv/headers
    printf 'id,ordered,amount\n1,2024-01-31,5.50\n2,2024-02-01,7.25\n' > orders.csv
    printf '\211PNG\r\n\032\n' > pictures/sunrise.png
    printf 'name,photo\nsunrise.png,pictures/sunrise.png\n' > album.csv
    for list in data/contacts.csv earlier.csv
    do bank-etl import -q $list || exit; done
    bank-etl import -q --db srv/banks.db earlier.csv
    """#

  init() throws {
    let list = try Self.list()
    server = try TestServer { _ in .file(Array(list)) }
    workspace = try Workspace()
    try workspace.write("banklist.csv", Array(list))
    try workspace.write("earlier.csv", Array(Self.list(count: 565, acquirer: "Equity Bank")))
    try workspace.write(
      "banks.xlsx", try ContainerImportTests.workbook(sheets: ["2023"]).bytes())
  }

  /// The list of this repository with as many records as the README's has, in windows-1252; one of
  /// them can be another.
  private static func list(count: Int = 566, acquirer: String = "Équity Bank") throws -> Data {
    let known = Repository.text("data/banklist.csv")
      .replacing("Iowa Trust & Savings Bank", with: acquirer)
    let certificates = 100_000..<(100_001 + count - known.count { $0 == "\n" })
    let more = BankList.text(certificates, acquirer: "Équity Bank")
    return (known + more.dropFirst(BankList.header.count)).data(using: .windowsCP1252) ?? Data()
  }

  /// Runs the commands among some snippets one after the other; the folders of the root that they name
  /// are folders here.
  func run(_ snippets: [Snippet]) async throws -> [(Snippet, Result)] {
    let commands = snippets.filter { ![.json, .yaml, .text].contains($0.kind) }
    try FileManager.default.createDirectory(
      at: workspace.folder.appending(path: "snippets"), withIntermediateDirectories: false)
    let script = try commands.enumerated().map { index, snippet in
      var (text, shell) = (here(snippet.text), "")
      if case .crontab(let variables) = snippet.kind {
        // What crontab(5) promises, and nothing else.
        text = text.replacing("\\%", with: "%")
        shell = "env -i HOME=\"$PWD\" LOGNAME=nobody SHELL=/bin/sh PATH=/usr/bin:/bin "
        shell += variables.map(here).joined(separator: " ")
      }
      try workspace.write("snippets/\(index)", text)
      return """
        \(shell) /bin/sh -c "$(cat snippets/\(index))" > snippets/\(index).out 2>&1 < /dev/null
        echo $? > snippets/\(index).status
        """
    }
    let outcome = try await workspace.shell(
      "export PATH=\"$PWD/bin:$PATH\" HOME=\"$PWD\"\n\(Self.setUp)\n"
        + script.joined(separator: "\n"), environment: ["REPOSITORY": Repository.root.path])
    guard outcome.status == 0 else { throw SnippetError(outcome: outcome) }
    return try commands.enumerated().map { index, snippet in
      let status = try workspace.text("snippets/\(index).status").dropLast()
      let text = there(try workspace.text("snippets/\(index).out"))
      let lines = text.split(separator: "\n").map(String.init)
      return (snippet, Result(status: String(status), text: lines))
    }
  }

  /// The places that stand for those of the documents.
  private var places: [(there: String, here: String)] {
    let server = "http://127.0.0.1:\(server.port)"
    return ["/srv/", "/backup/", "/etc/systemd/system"].map { ($0, workspace.folder.path + $0) } + [
      ("/usr/local/bin/bank-etl", Workspace.program.path), ("https://example.org", server),
      ("https://hc-ping.com", server),
    ]
  }

  private func here(_ text: String) -> String {
    places.reduce(text) { $0.replacing($1.there, with: $1.here) }
  }

  private func there(_ text: String) -> String {
    places.reduce(text) { $0.replacing($1.here, with: $1.there) }
  }
}

/// What kept the folder from being made.
struct SnippetError: Error {
  let outcome: Outcome
}

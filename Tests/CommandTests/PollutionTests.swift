import Foundation
import Testing

/// Files that were polluted in one place or as a whole, through `convert` with nothing declared.
///
/// `make soak` takes all of them and compares with the table in `docs/malformed.md`; without it, one
/// in so many of those with one polluted row.
struct PollutionTests {
  private static let takesAll = ProcessInfo.processInfo.environment["BANK_ETL_SOAK"] != nil

  private static let files: [PollutedFile] = {
    guard takesAll else {
      let rows = [CleanTable.orders, .people].flatMap { PollutedFile.rows(of: $0) }.enumerated()
      return PollutedFile.whole(of: .orders) + rows.filter { $0.offset % 631 == 0 }.map(\.element)
        + PollutedFile.pairs(of: CleanTable.others, step: 661)
    }
    return [CleanTable.orders, .people].flatMap(PollutedFile.all)
      + CleanTable.others.flatMap(PollutedFile.whole)
      + PollutedFile.pairs(of: [.orders, .people] + CleanTable.others, step: 7)
  }()

  /// What became of all files of one kind.
  private struct Kind {
    var files = 0
    var exact = 0
    var points = 0.0

    mutating func add(_ score: PollutionScore) {
      files += 1
      exact += score.isExact ? 1 : 0
      points += score.points
    }

    func row(_ name: String) -> String {
      "| \(name) | \(files) | \(exact) | \(String(format: "%.3f", points / Double(files))) |"
    }
  }

  @Test func `polluted files are read as they were meant`() async throws {
    let workspace = try Workspace()
    for (index, file) in Self.files.enumerated() {
      try workspace.write("\(index).csv", file.content())
    }
    let outcome = try await workspace.shell(
      "for file in *.csv; do $BANK_ETL convert --no-types -q $file -o $file.out; done")
    #expect(outcome.stdout.isEmpty, "\(outcome)")
    var kinds: [(name: String, kind: Kind)] = []
    var all = Kind()
    for (index, file) in Self.files.enumerated() {
      let text = try? workspace.text("\(index).csv.out")
      let score = PollutionScore(
        text.map(PollutionScore.rows), expected: file.expected, hasHeader: file.hasHeader)
      let place = kinds.firstIndex { $0.name == file.kind } ?? kinds.count
      if place == kinds.count { kinds.append((file.kind, Kind())) }
      kinds[place].kind.add(score)
      all.add(score)
      let isPlain = file.kind != "two of these at once" || !Self.takesAll
      #expect(
        score.points > 9.1 || Self.isHopeless(file) || !isPlain, "\(file.name): \(score.points)")
    }
    #expect(all.points / Double(all.files) > 9.7)
    guard Self.takesAll else { return }
    let page = Repository.text("docs/malformed.md")
    for row in kinds.map({ $0.kind.row($0.name) }) + [all.row("all")] {
      #expect(page.contains(row + "\n"), "\(row)")
    }
  }

  /// A file in spaces whose cells have spaces too: no reader finds its columns again.
  private static func isHopeless(_ file: PollutedFile) -> Bool {
    file.kind == "spaces between fields, and in cells without quotes"
  }
}

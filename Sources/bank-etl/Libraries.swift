import CSV
import Digest
import Input
import SQLite
import Spreadsheet
import Transfer
import Workbook

/// The C libraries that the program runs with.
enum Libraries {
  /// The oldest SQLite that has all that is used: `->>` and `unixepoch()` came with 3.38.
  static let oldestSQLite = "3.38"

  /// Their names and versions.
  static var versions: [(name: String, version: String)] {
    [("sqlite", Database.libraryVersion), ("libcsv", CSVReader.libraryVersion)]
      + InputLibrary.allCases.map { ($0.rawValue, $0.version) }
      + [
        ("openssl", SHA256.libraryVersion), ("expat", WorkbookReader.libraryVersion),
        ("libxlsxwriter", SpreadsheetWriter.libraryVersion),
        ("libcurl", Download.libraryVersion ?? "not installed"),
      ]
  }

  /// The same as a JSON object.
  static var json: JSON {
    .object(versions.map { JSON.Member(name: $0.name, value: .string($0.version)) })
  }

  /// Whether a version, as `3.46.1`, is as new as another, number by number.
  static func isVersion(_ version: String, atLeast other: String) -> Bool {
    let (own, wanted) = (numbers(version), numbers(other))
    for (index, number) in wanted.enumerated() {
      let present = index < own.count ? own[index] : 0
      if present != number { return present > number }
    }
    return true
  }

  private static func numbers(_ version: String) -> [Int] {
    version.split(separator: ".").map { Int($0.prefix { ("0"..."9").contains($0) }) ?? 0 }
  }
}

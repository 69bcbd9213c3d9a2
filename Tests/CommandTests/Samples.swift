import Foundation
import SQLite
import SampleSupport
import Testing

/// Real files, where there are some.
enum Samples {
  private static let folder = SampleFolder.url

  /// Whether the folder is there.
  static let arePresent = SampleFolder.isThere

  /// Every file in its folders, in the order of their paths.
  static var files: [URL] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
        .filter { $0.contains("/") }.sorted().map { folder.appending(path: $0) }
    }
  }

  /// The path of a file in it.
  static func path(_ name: String) -> String { folder.appending(path: name).path }
}

/// The object that `bank-etl import --json` prints for a file.
struct Report: Decodable, Equatable {
  var version: Int
  var run: Int?
  var dataset: String?
  var source: String
  var sha256: String?
  var encoding: String?
  var delimiter: String?
  var headerLine: Int?
  var status: String
  var read: Int
  var inserted: Int
  var updated: Int
  var unchanged: Int
  var rejected: Int
  var skipped: Int
  var repaired: Int
  var absent: Int?
  var durationMs: Int
  var database: String
  var message: String?

  /// Read, inserted, updated, unchanged, rejected, skipped.
  var counts: [Int] { [read, inserted, updated, unchanged, rejected, skipped] }

  /// The objects in the output of a command.
  static func all(_ outcome: Outcome) throws -> [Report] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([Report].self, from: outcome.output)
  }
}

extension Workspace {
  /// A database in the folder, for reading.
  func database(_ name: String = "bank.db") throws -> Database {
    try Database(path: path(name), access: .readOnly)
  }
}

package import Foundation

/// Files as people published them, which are not part of this repository.
///
/// They are in the folder that `BANK_ETL_SAMPLES` names, or in `../shared/samples`; tests that need
/// them are skipped where there are none.
package enum SampleFolder {
  /// The folder, whether it is there or not.
  package static let url =
    ProcessInfo.processInfo.environment["BANK_ETL_SAMPLES"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/samples").standardizedFileURL

  /// Whether the folder is there.
  package static let isThere = FileManager.default.fileExists(atPath: url.path)

  /// What is said of a test that is skipped.
  package static let absence = "no published files in $BANK_ETL_SAMPLES"
}

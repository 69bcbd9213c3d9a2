import Foundation

/// A file that exists while the test holds it.
package struct TemporaryFile: ~Copyable {
  /// Where it is.
  package let path: String

  /// Writes a file of these bytes.
  package init(_ bytes: [UInt8]) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("bank-etl-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

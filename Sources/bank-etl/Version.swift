/// The program's version; the Makefile reads it from this file.
enum Version {
  /// The number, by SemVer.
  static let number = "0.1.0"
  /// The day of that version, for manual pages and packages.
  static let date = "2026-11-30"
}

/// How `convert` writes records.
enum RecordFormat: String, CaseIterable, Sendable {
  /// As RFC 4180, with a header line; lines end with LF.
  case csv
  /// As one JSON object a line.
  case ndjson
}

import SQLite

/// How rows are written.
enum RowFormat: String, CaseIterable, Sendable {
  /// In columns, for people.
  case table
  /// As RFC 4180, with a header line.
  case csv
  /// As an array of objects, one a line.
  case json
  /// As one object a line.
  case ndjson
  /// As a table of GitHub's Markdown.
  case markdown

  /// Whether the rows are for people, who are told of bytes only the kind and the size.
  var isForPeople: Bool { self == .table || self == .markdown }
}

/// Writes rows to standard output as they come.
struct RowWriter: ~Copyable {
  private let labels: [String]
  private let format: RowFormat
  private let isForTerminal: Bool
  private var table: TextTable
  private var output = Output(.output)
  private var rowCount = 0
  /// When rows were last written out, or writing began.
  private var lastFlush = ContinuousClock.now

  /// How long a row waits for others at most while the next one is looked for.
  private static let patience = Duration.milliseconds(20)

  /// A writer of rows.
  ///
  /// - Parameters:
  ///   - labels: the columns' labels.
  ///   - format: how rows are written.
  ///   - color: when tables are coloured.
  ///   - remedy: how to see columns for which the terminal has no room; nil for a wider one.
  init(labels: [String], format: RowFormat, color: Style.When, remedy: String? = nil) {
    self.labels = labels
    self.format = format
    isForTerminal = StandardStream.output.isTerminal
    table = TextTable(
      labels: labels, style: Style(color, for: .output),
      lineWidth: StandardStream.output.terminalColumns)
    if let remedy { table.remedy = remedy }
  }

  /// Whether nobody reads any more, so that there is no use in going on.
  var isClosed: Bool { output.isClosed }

  /// Has texts stand out in a table.
  ///
  /// - Parameter texts: words, or several of them.
  mutating func emphasise(_ texts: [String]) { table.emphasise(texts) }

  /// Writes a row.
  ///
  /// - Parameter row: as many values as there are labels.
  /// - Throws: `OutputError` when it can't be written.
  mutating func write(_ row: [Value]) throws(OutputError) {
    if rowCount == 0 { try start() }
    let isFirst = rowCount == 0
    rowCount += 1
    switch format {
    case .table: try output.write { table.add(row, to: &$0) }
    case .csv: try output.write { CSVLine.append(row, isForTerminal: isForTerminal, to: &$0) }
    case .json:
      let members = zip(labels, row).map { JSON.Member(name: $0, value: $1.json) }
      try output.write { bytes in
        bytes.append(contentsOf: (isFirst ? "" : ",\n").utf8)
        JSON.object(members).append(to: &bytes)
      }
    case .ndjson:
      let members = zip(labels, row).map { JSON.Member(name: $0, value: $1.json) }
      try output.write { bytes in
        JSON.object(members).append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    case .markdown: try output.write { MarkdownRow.append(row, to: &$0) }
    }
  }

  /// Lends bytes from the first to the last, piece by piece.
  typealias Lender = (_ body: ([UInt8]) throws -> Void) throws -> Void

  /// Writes a row of JSON with values that are never in memory whole.
  ///
  /// - Parameters:
  ///   - row: as many values as there are labels.
  ///   - lenders: for each value that is bytes, what lends them.
  /// - Throws: `OutputError` when it can't be written, or what a lender throws.
  mutating func write(_ row: [Value], lending lenders: [Int: Lender]) throws {
    guard !lenders.isEmpty else { return try write(row) }
    if rowCount == 0 { try start() }
    try output.write(format == .json && rowCount > 0 ? ",\n" : "")
    rowCount += 1
    for index in row.indices {
      try output.write(index == 0 ? "{" : ",")
      try output.write { JSON.string(labels[index]).append(to: &$0) }
      try output.write(":")
      guard let lend = lenders[index] else {
        try output.write { row[index].json.append(to: &$0) }
        continue
      }
      try output.write("{\"$base64\":true,\"encoded\":\"")
      var encoder = Base64()
      try lend { piece in try output.write { encoder.append(piece, to: &$0) } }
      try output.write { encoder.finish(to: &$0) }
      try output.write("\"}")
    }
    try output.write(format == .ndjson ? "}\n" : "}")
  }

  /// Runs a statement to its next row; where that takes long, the rows before it are written out.
  ///
  /// - Parameter statement: the statement.
  /// - Returns: whether there is a row that somebody reads.
  /// - Throws: `DatabaseError`, or `OutputError` when a row can't be written.
  mutating func next(of statement: borrowing Statement) throws -> Bool {
    guard !isClosed else { return false }
    var failure: OutputError?
    do {
      return try statement.step {
        do throws(OutputError) { try writeWaiting() } catch { failure = error }
        return failure == nil && !isClosed
      }
    } catch {
      if let failure { throw failure }
      guard isClosed else { throw error }
      return false
    }
  }

  /// Writes out the rows that have waited long enough, so that they are seen.
  private mutating func writeWaiting() throws(OutputError) {
    let now = ContinuousClock.now
    guard now - lastFlush > Self.patience else { return }
    lastFlush = now
    try writeOut()
  }

  /// Writes out the rows that there are, so that they are seen; a table has its widths from them.
  ///
  /// - Throws: `OutputError` when they can't be written.
  mutating func writeOut() throws(OutputError) {
    guard rowCount > 0 else { return }
    if format == .table { try output.write { table.finish(to: &$0) } }
    try output.flush()
  }

  /// Writes what is left, after the last row.
  ///
  /// - Throws: `OutputError` when it can't be written.
  mutating func finish() throws(OutputError) {
    if rowCount == 0 { try start() }
    switch format {
    case .table:
      try output.write { bytes in
        table.finish(to: &bytes)
        table.appendOmitted(to: &bytes)
      }
    case .csv, .markdown, .ndjson: break
    case .json: try output.write(rowCount == 0 ? "]\n" : "\n]\n")
    }
    try output.flush()
  }

  /// Writes what stands before the first row.
  private mutating func start() throws(OutputError) {
    switch format {
    case .table, .ndjson: break
    case .csv:
      let header = labels.map(Value.text)
      try output.write { CSVLine.append(header, isForTerminal: isForTerminal, to: &$0) }
    case .json: try output.write("[\n")
    case .markdown: try output.write { MarkdownRow.appendHeader(labels, to: &$0) }
    }
  }
}

import CSV
import Records

/// The records of the tables in a document of GitHub's Markdown (github.github.com/gfm, "Tables").
///
/// The first record of a table is its header, over two lines: "The table consists of a header row, a
/// delimiter row separating the header from the data, and zero or more data rows." Other text is none.
struct MarkdownRecords {
  /// How many cells the header of the first table has; 0 before it was found.
  private(set) var width = 0
  /// Lines up to this one are passed over.
  var skippedLine: Int64 = 0

  private var line: Int64 = 0
  private var isInTable = false
  /// Whether all rows so far end with a bar, and have as many cells as their header.
  private var areRowsWhole = true
  /// Whether the rest of a line is to be passed over, because it is too long.
  private var isInLongLine = false
  private let limits: ReadingLimits

  init(_ limits: ReadingLimits) { self.limits = limits }

  /// A line of the document.
  private struct Line {
    /// Its text, without blanks around it.
    let text: Range<Int>
    /// Where the next one starts.
    let next: Int
  }

  /// Reads the next record.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - position: where a line starts; afterwards, where the one behind the record does.
  ///   - atEnd: whether the source ends where the text does.
  ///   - batch: gets the record.
  /// - Returns: what came of it.
  mutating func next(
    in bytes: Span<UInt8>, from position: inout Int, atEnd: Bool, into batch: inout RecordBatch
  ) -> DocumentStep {
    guard passLongLine(bytes, &position) else { return atEnd ? .ended : .needsText }
    while let found = Self.line(in: bytes, from: position, atEnd) {
      let isBarred = found.text.isEmpty ? false : bytes[found.text.lowerBound] == Self.bar
      var lineCount: Int32 = 1
      var end = found.next
      if !isInTable, Self.hasBar(bytes, found.text) {
        guard let below = Self.line(in: bytes, from: found.next, atEnd) else {
          if !atEnd { return .needsText }
          return row(bytes, &position, found, lineCount, end, isBarred, into: &batch)
        }
        if Self.isDelimiterRow(bytes, below.text),
          Self.cellCount(bytes, below.text) == Self.cellCount(bytes, found.text)
        {
          isInTable = true
          if width == 0 { width = Self.cellCount(bytes, found.text) }
          (lineCount, end) = (2, below.next)
        }
      }
      if isInTable, !isBarred, Self.endsTable(bytes, found.text) { isInTable = false }
      if isInTable || isBarred && width > 0 {
        if line + 1 > skippedLine {
          return row(bytes, &position, found, lineCount, end, true, into: &batch)
        }
      }
      line += Int64(lineCount)
      position = end
    }
    return atEnd ? .ended : .needsText
  }

  private static let bar = UInt8(ascii: "|")

  /// Appends a line as a record.
  private mutating func row(
    _ bytes: Span<UInt8>, _ position: inout Int, _ found: Line, _ lineCount: Int32, _ end: Int,
    _ isRow: Bool, into batch: inout RecordBatch
  ) -> DocumentStep {
    let number = line + 1
    line += Int64(lineCount)
    position = end
    guard isRow, width > 0 else { return .ended }
    let isWhole =
      found.text.count > 1 && bytes[found.text.upperBound - 1] == Self.bar
      && Self.cellCount(bytes, found.text) >= width
    if areRowsWhole, !isWhole, end == bytes.count, bytes[end - 1] != 0x0A, bytes[end - 1] != 0x0D {
      batch.appendProblem(
        .truncated, "expected \"|\" but found the end of the file; its end may be missing",
        line: number, source: bytes.extracting(found.text))
      return .record
    }
    areRowsWhole = areRowsWhole && isWhole
    if let message = excess(bytes, found.text) {
      batch.appendProblem(
        .tooLarge, message, line: number, source: bytes.extracting(found.text))
      return .record
    }
    let first = batch.fieldCount
    Self.forEachCell(bytes, found.text) { cell in
      let mark = MarkdownCell.append(cell, of: bytes, to: &batch.bytes)
      batch.endField(mark)
    }
    // "If there are a number of cells fewer than the number of cells in the header row, empty cells are
    // inserted."
    while batch.fieldCount - first < width { batch.endField(.plain) }
    batch.endRecord(line: number, lineCount: lineCount, source: bytes.extracting(found.text))
    return .record
  }

  /// What is larger in a line than it may be, in words; nil where nothing is.
  private func excess(_ bytes: Span<UInt8>, _ text: Range<Int>) -> String? {
    if text.count > limits.recordBytes {
      return "expected at most \(limits.recordBytes) bytes in a line, but found more"
    }
    guard text.count > limits.fieldBytes else { return nil }
    var longest = 0
    Self.forEachCell(bytes, text) { longest = max(longest, $0.count) }
    guard longest > limits.fieldBytes else { return nil }
    return "expected at most \(limits.fieldBytes) bytes in a field, but found \(longest)"
  }

  /// Rejects a line that is longer than a record may be, and passes over what there is of it.
  mutating func rejectTooLarge(
    _ bytes: Span<UInt8>, at position: Int, into batch: inout RecordBatch
  ) {
    batch.appendProblem(
      .tooLarge, "expected at most \(limits.recordBytes) bytes in a line, but found more",
      line: line + 1,
      source: bytes.extracting(position...))
    isInLongLine = true
  }

  /// Passes over the rest of a line that is too long.
  ///
  /// - Returns: false where the text ends before the line does.
  private mutating func passLongLine(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
    guard isInLongLine else { return true }
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    guard position < bytes.count else { return false }
    position += 1
    line += 1
    isInLongLine = false
    return true
  }
}

// MARK: Lines

extension MarkdownRecords {
  private static func line(in bytes: Span<UInt8>, from start: Int, _ atEnd: Bool) -> Line? {
    guard start < bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    var next = end
    if end == bytes.count {
      guard atEnd else { return nil }
    } else {
      next += 1
      if bytes[end] == 0x0D {
        guard next < bytes.count || atEnd else { return nil }
        if next < bytes.count, bytes[next] == 0x0A { next += 1 }
      }
    }
    return Line(text: trimmed(bytes, start..<end), next: next)
  }

  private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  private static func hasBar(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    text.contains { bytes[$0] == bar }
  }

  /// Whether a line consists of "cells whose only content are hyphens (-), and optionally, a leading or
  /// trailing colon (:), or both".
  private static func isDelimiterRow(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard text.contains(where: { bytes[$0] == UInt8(ascii: "-") }) else { return false }
    var isRow = true
    forEachCell(bytes, text) { cell in
      var hyphens = cell
      if let first = hyphens.first, bytes[first] == UInt8(ascii: ":") {
        hyphens = first + 1..<hyphens.upperBound
      }
      if let last = hyphens.last, bytes[last] == UInt8(ascii: ":") {
        hyphens = hyphens.lowerBound..<last
      }
      isRow = isRow && !hyphens.isEmpty && hyphens.allSatisfy { bytes[$0] == UInt8(ascii: "-") }
    }
    return isRow
  }

  /// Whether a line without a bar in front ends a table.
  ///
  /// "The table is broken at the first empty line, or beginning of another block-level structure."
  private static func endsTable(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let first = text.first else { return true }
    guard !hasBar(bytes, text) else { return false }
    switch bytes[first] {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "~"),
      UInt8(ascii: "<"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return true
    default: return false
    }
  }

  private static func cellCount(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Int {
    var count = 0
    forEachCell(bytes, text) { _ in count += 1 }
    return count
  }

  /// Calls `body` with each cell of a line, without the blanks around it.
  ///
  /// "It is possible to include a pipe in a cell's content by escaping it."
  private static func forEachCell(
    _ bytes: Span<UInt8>, _ text: Range<Int>, _ body: (Range<Int>) -> Void
  ) {
    var start = text.lowerBound
    var end = text.upperBound
    if start < end, bytes[start] == bar { start += 1 }
    var position = start
    var last = start
    while position < end {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      if bytes[position] == bar {
        body(trimmed(bytes, last..<position))
        last = position + 1
      }
      position += 1
    }
    end = max(end, last)
    // A bar at the end closes the last cell.
    if last < end || last == start { body(trimmed(bytes, last..<end)) }
  }
}

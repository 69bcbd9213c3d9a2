import CSV
import Records

/// The records of a document of JSON: the objects of its arrays, or those that stand one behind the other.
///
/// The number of a record is that of the line it starts on; where several start on one line, they are
/// counted on from it.
struct JSONRecords {
  /// The columns that records have.
  var columns = JSONColumns()
  private(set) var scanner = JSONScanner()
  var isInArray = false
  /// Whether a comma, or the end of the array, must be next.
  var needsComma = false
  /// The line that the text which was not read yet starts on, and where that line starts in the source.
  var line: Int64 = 1
  private(set) var lineStart: Int64 = 0
  /// How many values start on that line.
  var valuesOnLine = 0
  private var lastNumber: Int64 = 0
  /// Whether a comma was next before the value that is now.
  var isAfterComma = false
  /// The line that the array starts on.
  private(set) var arrayLine: Int64 = 0
  var passage: Passage?
  /// How many bytes of lines were passed over since then.
  var passedBytes: Int64 = 0
  /// Whether records get no fields, because only their names are wanted, for `columns`.
  var areForNames = false
  let limits: ReadingLimits

  init(_ limits: ReadingLimits) { self.limits = limits }

  /// What is passed over, up to where the next record may be.
  enum Passage {
    /// The rest of a line.
    case line
    /// Lines, up to one with an object as far from its start as this, or the end of the array.
    case lines(column: Int64, isAtStart: Bool)
    /// An object that is too large, brackets, strings and all.
    case object(JSONBrackets)
  }

  /// Reads the next record.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - position: where it goes on; afterwards, behind what was read.
  ///   - base: where `bytes` starts in the source.
  ///   - atEnd: whether the source ends where the text does.
  ///   - batch: gets the record.
  /// - Returns: what came of it.
  mutating func next(
    in bytes: Span<UInt8>, from position: inout Int, base: Int64, atEnd: Bool,
    into batch: inout RecordBatch
  ) -> DocumentStep {
    while true {
      if passage != nil, !pass(bytes, &position, base, atEnd) {
        guard atEnd else { return .needsText }
        return end(bytes, into: &batch)
      }
      skipSpace(in: bytes, &position, base, atEnd)
      guard position < bytes.count else {
        return atEnd ? end(bytes, into: &batch) : .needsText
      }
      switch bytes[position] {
      case UInt8(ascii: "]") where isInArray && isAfterComma: return rejectComma(into: &batch)
      case UInt8(ascii: "]") where isInArray: (isInArray, needsComma) = (false, false)
      case UInt8(ascii: ",") where isInArray && needsComma:
        (needsComma, isAfterComma) = (false, true)
      case UInt8(ascii: ",") where !isInArray && valuesOnLine > 0:
        position += 1
        return rejectCommaOutside(into: &batch)
      case UInt8(ascii: "[") where !isInArray:
        (isInArray, needsComma, arrayLine) = (true, false, line)
      case UInt8(ascii: "{") where needsComma: return rejectMissingComma(into: &batch)
      case UInt8(ascii: "{"):
        return object(bytes, &position, base, atEnd, into: &batch)
      default: return other(bytes, &position, base, atEnd, into: &batch)
      }
      position += 1
    }
  }

  /// Passes over white space, and the record separator (U+001E) of RFC 7464.
  private mutating func skipSpace(
    in bytes: Span<UInt8>, _ position: inout Int, _ base: Int64, _ atEnd: Bool
  ) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x1E: position += 1
      case 0x0A:
        position += 1
        beginLine(at: base + Int64(position))
      case 0x0D:
        guard position + 1 < bytes.count || atEnd else { return }
        position += 1
        if position == bytes.count || bytes[position] != 0x0A {
          beginLine(at: base + Int64(position))
        }
      default: return
      }
    }
  }

  mutating func beginLine(at start: Int64) {
    line += 1
    lineStart = start
    valuesOnLine = 0
  }

  /// The number of the record that starts here.
  mutating func takeNumber() -> Int64 {
    lastNumber = max(line, lastNumber + 1)
    return lastNumber
  }

  /// Reads an object.
  private mutating func object(
    _ bytes: Span<UInt8>, _ position: inout Int, _ base: Int64, _ atEnd: Bool,
    into batch: inout RecordBatch
  ) -> DocumentStep {
    isAfterComma = false
    var end = position
    do throws(JSONFlaw) {
      try scanner.object(in: bytes, from: &end)
    } catch .incomplete {
      guard atEnd else { return .needsText }
      let source = bytes.extracting(position...)
      batch.appendProblem(
        .truncated, "expected \"}\" but found the end of the file; its end may be missing",
        line: takeNumber(), source: source)
      isInArray = false
      position = bytes.count
      return .record
    } catch {
      return reject(error, bytes, &position, base, atEnd, into: &batch)
    }
    append(bytes.extracting(position..<end), to: &batch)
    if scanner.lineEnds > 0 {
      line += Int64(scanner.lineEnds)
      lineStart = base + Int64(scanner.lineStart)
      valuesOnLine = 0
    }
    valuesOnLine += 1
    position = end
    needsComma = isInArray
    return .record
  }

  /// Takes what is no object for a record that is none.
  private mutating func other(
    _ bytes: Span<UInt8>, _ position: inout Int, _ base: Int64, _ atEnd: Bool,
    into batch: inout RecordBatch
  ) -> DocumentStep {
    isAfterComma = false
    guard !needsComma else {
      return reject(
        .unexpected(at: position, expected: "\",\" or \"]\""), bytes, &position, base, atEnd,
        into: &batch)
    }
    var end = position
    do throws(JSONFlaw) {
      scanner.clear()
      try scanner.skipValue(in: bytes, &end)
    } catch .incomplete {
      guard atEnd else { return .needsText }
      end = bytes.count
    } catch {
      return reject(error, bytes, &position, base, atEnd, into: &batch)
    }
    let found = excerpt(of: bytes.extracting(position..<end), from: 0)
    batch.appendProblem(
      .malformed, "expected an object but found \(found)", line: takeNumber(),
      source: bytes.extracting(position..<end))
    for index in position..<end where bytes[index] == 0x0A {
      beginLine(at: base + Int64(index) + 1)
    }
    valuesOnLine += 1
    position = end
    needsComma = isInArray
    return .record
  }
}

/// The rows of a table that the records of one file have met, by rowid.
///
/// A stored row that a record repeats unchanged is not written, so the table can't tell that this
/// file had it: this set can. It takes a bit a row, up to 40 bytes where rowids are further apart than
/// 64, and for the first million of rows the line of the record too.
struct SeenRows {
  /// A bit for each of 64 rowids that follow one another, by the number of the first one in 64s.
  private var words: [Int64: UInt64] = [:]
  /// The word that was used last, which `words` does not have: mostly the next row is in it too.
  private var current = Word(number: .min, bits: 0)

  private struct Word {
    var number: Int64
    var bits: UInt64
  }

  /// The lines of rows, in pages of rowids that follow one another, as they are needed.
  private var lines: [UInt32] = []
  /// Where the pages of lines are, by number.
  private var pages: [Int64: Int] = [:]
  /// The page that was used last.
  private var lastPage = (number: Int64.min, index: 0)

  /// How many rowids share a page of lines (64 KiB).
  private static let rowsPerPage = 1 << 14
  /// How many pages there are: of rows beyond them only the fact is kept.
  private static let pagesMax = 64

  /// Whether a row was marked.
  @inline(__always)
  func contains(_ row: Int64) -> Bool {
    let number = row >> 6
    let bits = number == current.number ? current.bits : words[number] ?? 0
    return bits & SeenRows.bit(row) != 0
  }

  /// The line of the record that the row was marked for, if it was kept.
  func line(_ row: Int64) -> Int64? {
    let number = row >> 14
    let index = number == lastPage.number ? lastPage.index : pages[number] ?? SeenRows.pagesMax
    guard index < SeenRows.pagesMax else { return nil }
    let line = lines[SeenRows.place(row, inPage: index)]
    return line == 0 ? nil : Int64(line)
  }

  /// Marks a row as met by the record on `line`.
  @inline(__always)
  mutating func insert(_ row: Int64, line: Int64) {
    if row >> 6 != current.number { turn(to: row >> 6) }
    current.bits |= SeenRows.bit(row)
    if row >> 14 != lastPage.number { turnPage(to: row >> 14) }
    guard lastPage.index < SeenRows.pagesMax else { return }
    lines[SeenRows.place(row, inPage: lastPage.index)] = UInt32(exactly: line) ?? 0
  }

  /// Takes a mark back.
  mutating func remove(_ row: Int64) {
    if row >> 6 != current.number { turn(to: row >> 6) }
    current.bits &= ~SeenRows.bit(row)
  }

  @inline(never)
  private mutating func turn(to number: Int64) {
    if current.bits != 0 { words[current.number] = current.bits }
    current = Word(number: number, bits: words.removeValue(forKey: number) ?? 0)
  }

  @inline(never)
  private mutating func turnPage(to number: Int64) {
    let index = pages[number] ?? pages.count
    lastPage = (number, index)
    guard index == pages.count, index < SeenRows.pagesMax else { return }
    pages[number] = index
    // All that there will be, so that it is never copied; what is not used yet takes no memory.
    if index == 0 { lines.reserveCapacity(SeenRows.pagesMax * SeenRows.rowsPerPage) }
    lines.append(contentsOf: repeatElement(0, count: SeenRows.rowsPerPage))
  }

  @inline(__always)
  private static func bit(_ row: Int64) -> UInt64 { 1 << UInt64(truncatingIfNeeded: row & 63) }

  @inline(__always)
  private static func place(_ row: Int64, inPage index: Int) -> Int {
    index * rowsPerPage + Int(row & Int64(rowsPerPage - 1))
  }
}

/// The rows of a table that the records of one file have met, by rowid.
///
/// A stored row that a record repeats unchanged is not written, so the table can't tell that this
/// file had it: this set can. It takes a bit a row, in pages that are made when first needed, and
/// for the first million of rows the line of the record too.
struct SeenRows {
  /// How many rowids share a page.
  private static let rowsPerPage: Int64 = 1 << 14
  /// How many pages keep lines (64 KiB each): beyond them only the fact is kept.
  private static let pagesWithLines = 64

  /// The bits and lines of all pages, one page behind the other.
  ///
  /// A page is no value of its own: each array on the way to a bit would cost a check for every row.
  private var bits: [UInt64] = []
  private var lines: [UInt32] = []
  /// Where the pages are, by number.
  private var indexes: [Int64: Int] = [:]
  /// The page that was used last: mostly the next row is on it too.
  private var last = (page: Int64.min, index: 0)

  /// Where a page is; nil where there is none yet.
  @inline(__always)
  private func index(ofPage page: Int64) -> Int? {
    page == last.page ? last.index : indexes[page]
  }

  /// Whether a row was marked.
  @inline(__always)
  func contains(_ row: Int64) -> Bool {
    let (page, place) = SeenRows.place(row)
    guard let index = index(ofPage: page) else { return false }
    return bits[SeenRows.word(index, place)] & SeenRows.bit(place) != 0
  }

  /// The line of the record that the row was marked for, if it was kept.
  func line(_ row: Int64) -> Int64? {
    let (page, place) = SeenRows.place(row)
    guard let index = index(ofPage: page), index < SeenRows.pagesWithLines else { return nil }
    let line = lines[index * Int(SeenRows.rowsPerPage) + place]
    return line == 0 ? nil : Int64(line)
  }

  /// Marks a row as met by the record on `line`.
  @inline(__always)
  mutating func insert(_ row: Int64, line: Int64) {
    let (page, place) = SeenRows.place(row)
    if page != last.page { last = (page, indexes[page] ?? addPage(page)) }
    bits[SeenRows.word(last.index, place)] |= SeenRows.bit(place)
    guard last.index < SeenRows.pagesWithLines else { return }
    lines[last.index * Int(SeenRows.rowsPerPage) + place] = UInt32(exactly: line) ?? 0
  }

  /// Takes a mark back.
  mutating func remove(_ row: Int64) {
    let (page, place) = SeenRows.place(row)
    guard let index = index(ofPage: page) else { return }
    bits[SeenRows.word(index, place)] &= ~SeenRows.bit(place)
  }

  /// Makes a page without marks, and says where it is.
  private mutating func addPage(_ page: Int64) -> Int {
    let index = indexes.count
    indexes[page] = index
    bits.append(contentsOf: repeatElement(0, count: SeenRows.wordsPerPage))
    guard index < SeenRows.pagesWithLines else { return index }
    // All that there will be, so that it is never copied; what is not used yet takes no memory.
    if index == 0 { lines.reserveCapacity(SeenRows.pagesWithLines * Int(SeenRows.rowsPerPage)) }
    lines.append(contentsOf: repeatElement(0, count: Int(SeenRows.rowsPerPage)))
    return index
  }

  private static let wordsPerPage = Int(rowsPerPage / 64)

  /// Where the bit of a place of a page is.
  @inline(__always)
  private static func word(_ index: Int, _ place: Int) -> Int { index * wordsPerPage + place / 64 }

  @inline(__always)
  private static func bit(_ place: Int) -> UInt64 { 1 << UInt64(truncatingIfNeeded: place % 64) }

  /// The page of a rowid, which may be negative, and the place in the page.
  @inline(__always)
  private static func place(_ row: Int64) -> (page: Int64, place: Int) {
    (row >> 14, Int(row & (rowsPerPage - 1)))
  }
}

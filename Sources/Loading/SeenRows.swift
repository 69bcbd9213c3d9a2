/// The rows of a table that the records of one file have met, by rowid.
///
/// A stored row that a record repeats unchanged is not written, so the table can't tell that this
/// file had it: this set can. It takes a bit a row, in pages that are made when first needed, and
/// for the first rows the line of the record too.
struct SeenRows {
  /// How many rowids share a page.
  private static let rowsPerPage: Int64 = 16_384
  /// How many pages keep lines (64 KiB each): beyond them only the fact is kept.
  private static let pagesWithLines = 64

  private struct Page {
    var bits = [UInt64](repeating: 0, count: Int(rowsPerPage / 64))
    var lines: [UInt32]?

    mutating func insert(_ place: Int, line: Int64) {
      bits[place / 64] |= 1 << UInt64(place % 64)
      lines?[place] = UInt32(exactly: line) ?? 0
    }
  }

  private var pages: [Page] = []
  /// Where the pages are, by number.
  private var indexes: [Int64: Int] = [:]
  /// The page that was used last: mostly the next row is on it too.
  private var last = (page: Int64.min, index: 0)

  /// Where a page is among `pages`; nil where there is none yet.
  private func index(ofPage page: Int64) -> Int? {
    page == last.page ? last.index : indexes[page]
  }

  /// Whether a row was marked.
  func contains(_ row: Int64) -> Bool {
    let (page, place) = SeenRows.place(row)
    guard let index = index(ofPage: page) else { return false }
    return pages[index].bits[place / 64] & (1 << UInt64(place % 64)) != 0
  }

  /// The line of the record that the row was marked for, if it was kept.
  func line(_ row: Int64) -> Int64? {
    let (page, place) = SeenRows.place(row)
    guard let index = index(ofPage: page), let line = pages[index].lines?[place], line != 0 else {
      return nil
    }
    return Int64(line)
  }

  /// Marks a row as met by the record on `line`.
  mutating func insert(_ row: Int64, line: Int64) {
    let (page, place) = SeenRows.place(row)
    if page != last.page {
      let index = indexes[page, default: pages.count]
      if index == pages.count {
        pages.append(SeenRows.emptyPage(pages.count < SeenRows.pagesWithLines))
        indexes[page] = index
      }
      last = (page, index)
    }
    pages[last.index].insert(place, line: line)
  }

  /// Takes a mark back.
  mutating func remove(_ row: Int64) {
    let (page, place) = SeenRows.place(row)
    guard let index = index(ofPage: page) else { return }
    pages[index].bits[place / 64] &= ~(1 << UInt64(place % 64))
  }

  private static func emptyPage(_ keepsLines: Bool) -> Page {
    Page(lines: keepsLines ? Array(repeating: 0, count: Int(rowsPerPage)) : nil)
  }

  /// The page of a rowid, which may be negative, and the place in the page.
  private static func place(_ row: Int64) -> (page: Int64, place: Int) {
    (row >> 14, Int(row & (rowsPerPage - 1)))
  }
}

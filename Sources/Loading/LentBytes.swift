/// The bytes of a file, to become a value of a row: lent piece by piece, never in memory whole.
package struct LentBytes {
  /// How many bytes there are.
  package let byteCount: Int
  /// Lends them from the first to the last; can be called again.
  let forEachPiece: (_ body: ([UInt8]) throws -> Void) throws -> Void

  /// The most bytes that a value can have: SQLite's own limit for "a string or BLOB or table row"
  /// (sqlite.org/limits.html), 1 000 000 000, less room for the other columns of the row, and of the
  /// row that keeps the bytes when they are replaced.
  package static let byteCountMax = 999_990_000

  /// Bytes that are lent piece by piece.
  ///
  /// - Parameters:
  ///   - byteCount: how many there are.
  ///   - forEachPiece: lends them from the first to the last, as often as it is called.
  package init(
    byteCount: Int, forEachPiece: @escaping (_ body: ([UInt8]) throws -> Void) throws -> Void
  ) {
    self.byteCount = byteCount
    self.forEachPiece = forEachPiece
  }
}

/// A column with the bytes that it is to have; NULL for nil.
package typealias FileColumn = (column: String, contents: LentBytes?)

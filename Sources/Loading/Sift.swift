internal import SQLite

/// Leaves out of a batch the records that change nothing, before the rest is loaded.
///
/// A stored row is looked up by its key, or, while that finds it, where it should be: behind the
/// one before. Both are only ways to find it; what becomes of the record is the judge's to say.
struct Sift: ~Copyable {
  private let byKey: Statement
  private let following: Statement?
  /// Whether batches may be loaded without it: it is only there for speed then.
  private let mayPause: Bool

  /// How many records are looked up by key before the next guess.
  private var stride = Sift.leastStride
  /// For how many batches there is no sifting, because it was of no use.
  private var pause = 0
  private var nextPause = 1

  private static let leastStride = 16
  private static let greatestStride = 1 << 20
  private static let longestPause = 16

  /// Prepares the look-ups.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - table: the table.
  ///   - functions: the names of the functions of the table's judge.
  ///   - isAlone: whether no other table is loaded from the same records.
  /// - Throws: `DatabaseError`.
  init(
    _ database: Database, _ table: TargetTable, _ functions: Judge.Names, isAlone: Bool
  ) throws(DatabaseError) {
    let byKey = try Statement(database, table.siftStatement(functions), isReused: true)
    let canFollow = isAlone && table.parents.isEmpty
    let mayPause = canFollow ? try table.takesRowsOfFile(in: database) : false
    let following =
      canFollow ? try Statement(database, table.followStatement(functions), isReused: true) : nil
    self.byKey = byKey
    self.following = following
    self.mayPause = mayPause
  }

  /// Leaves out the rows of a batch that change nothing; the judge counts and marks them.
  ///
  /// - Parameters:
  ///   - places: the rows to look at.
  ///   - batch: the batch.
  ///   - judge: asked about each that is stored.
  /// - Throws: `DatabaseError`.
  mutating func run(
    _ places: Range<Int>, of batch: BatchTable, _ judge: Judge
  ) throws(DatabaseError) {
    guard pause == 0 || !mayPause else {
      pause -= 1
      return
    }
    try look(places, of: batch)
    let isWorthIt = judge.tally.unchanged * 8 >= Int64(places.count)
    (pause, nextPause) = isWorthIt ? (0, 1) : (nextPause, min(nextPause * 2, Sift.longestPause))
  }

  /// Looks up every row, whatever it is good for.
  ///
  /// - Throws: `DatabaseError`.
  mutating func look(_ places: Range<Int>, of batch: BatchTable) throws(DatabaseError) {
    var place = places.lowerBound
    while place < places.upperBound {
      batch.window = place..<places.upperBound
      let followed = try follow(batch) ?? place
      // Where guesses are wrong, they are made more and more seldom.
      stride =
        followed - place > stride
        ? Sift.leastStride : min(stride * 2, Sift.greatestStride)
      place = following == nil ? places.upperBound : min(followed + stride, places.upperBound)
      batch.window = followed..<place
      if followed < place { try byKey.run() }
    }
  }

  /// Goes as far as the rows are where they are expected.
  ///
  /// - Returns: the place of the first row that isn't; nil where none is expected anywhere.
  private func follow(_ batch: BatchTable) throws(DatabaseError) -> Int? {
    guard following != nil else { return nil }
    return try batch.following { () throws(DatabaseError) in try following?.run() }
  }
}

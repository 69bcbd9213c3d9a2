internal import SQLite

/// Finds the stored rows of a batch, so that the records that change nothing can be left out of it and
/// the rows that change are known, before the rest is loaded.
///
/// A stored row is looked up by its key, or, while that finds it, where it should be: behind the
/// one before. Both are only ways to find it; what becomes of the record is the judge's to say.
struct Sift: ~Copyable {
  private let byKey: Statement
  private let following: Statement?
  /// Whether batches may be loaded without it: it is only there for speed then.
  private let mayPause: Bool
  /// Whether it helps to find rows that change.
  private let isForUpdates: Bool

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
  ///   - isForUpdates: whether rows that change are updated by their ids.
  /// - Throws: `DatabaseError`.
  init(
    _ database: Database, _ table: TargetTable, _ functions: Judge.Names, isAlone: Bool,
    isForUpdates: Bool
  ) throws(DatabaseError) {
    let byKey = try Statement(database, table.siftStatement(functions), isReused: true)
    let canFollow = isAlone && table.isComparedAtOnce
    let following =
      canFollow ? try Statement(database, table.followStatement(functions), isReused: true) : nil
    let mayPause = isAlone && table.parents.isEmpty
    self.mayPause = mayPause ? try table.takesRowsOfFile(in: database) : false
    self.byKey = byKey
    self.following = following
    self.isForUpdates = isForUpdates
  }

  /// Looks for the stored rows of a batch, unless that was of no use for those before it.
  ///
  /// - Parameters:
  ///   - places: the rows to look at.
  ///   - batch: the batch; it knows the stored rows then.
  ///   - judge: decides what becomes of those that are found.
  /// - Returns: the rows that change what is stored.
  /// - Throws: `DatabaseError`.
  mutating func run(
    _ places: Range<Int>, of batch: BatchTable, _ judge: Judge
  ) throws(DatabaseError) -> [Judge.KnownRow] {
    guard pause == 0 || !mayPause else {
      pause -= 1
      return []
    }
    try look(places, of: batch)
    let changed = judge.meet(places)
    let useful = Int(judge.tally.unchanged) + (isForUpdates ? changed.count : 0)
    let isWorthIt = useful * 8 >= places.count
    (pause, nextPause) = isWorthIt ? (0, 1) : (nextPause, min(nextPause * 2, Sift.longestPause))
    return changed
  }

  /// Looks up every row, whatever it is good for.
  ///
  /// - Throws: `DatabaseError`.
  mutating func look(_ places: Range<Int>, of batch: BatchTable) throws(DatabaseError) {
    batch.forgetStoredRows(at: places)
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
    return try batch.following { () throws(DatabaseError) in
      try following?.bind(.integer(batch.nextStoredID), at: 1)
      _ = try following?.step()
      following?.reset()
    }
  }
}

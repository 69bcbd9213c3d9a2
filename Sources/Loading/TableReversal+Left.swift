internal import SQLite

// MARK: Updates that the table refused at first

extension TableReversal {
  /// Takes back the updates that the table refused at first, until a pass brings none.
  ///
  /// A record that waited for another was written behind later ones of the file, which may have had its
  /// row's values before. The values before the run are all different, so a row that is as before is in
  /// the way of none.
  mutating func revertLeft() throws -> (reverted: Int64, conflicts: [UndoConflict]) {
    var reverted: Int64 = 0
    var direction = "ASC"
    while true {
      let before = reverted
      // Each pass goes the other way: what waited in a chain is mostly in order, one way or the other.
      direction = direction == "ASC" ? "DESC" : "ASC"
      let left = try Statement(
        database, "SELECT row_id FROM temp.etl_left ORDER BY +place \(direction)")
      var isAnyLeft = false
      while try left.step() {
        guard let row = left.value(at: 0).integer else { continue }
        if try restorer.revert(row, to: images(of: row)) == nil {
          reverted += 1
          try database.execute("DELETE FROM temp.etl_left WHERE row_id = ?", [.integer(row)])
        } else {
          isAnyLeft = true
        }
      }
      guard isAnyLeft else { return (reverted, []) }
      if reverted == before { return (reverted, try conflictsOfLeft()) }
    }
  }

  /// What is in the way of the rows that are left: of one that waits for no other of them, if there is one.
  private mutating func conflictsOfLeft() throws -> [UndoConflict] {
    var first: [UndoConflict] = []
    let left = try Statement(database, "SELECT row_id FROM temp.etl_left ORDER BY place")
    while try left.step() {
      guard let row = left.value(at: 0).integer else { continue }
      let images = try images(of: row)
      guard let refusal = try restorer.revert(row, to: images) else { continue }
      let conflicts = try restorer.conflicts(refusal, row, images)
      if !conflicts.contains(where: { $0.run == run }) { return conflicts }
      if first.isEmpty { first = conflicts }
    }
    return first
  }
}

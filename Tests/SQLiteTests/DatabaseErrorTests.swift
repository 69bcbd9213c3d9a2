import Testing

@testable import SQLite

@Suite struct DatabaseErrorTests {
  /// SQLite's extended codes (sqlite.org/rescode.html), the system's number, and the file.
  @Test(
    arguments: [
      (10, 0, nil, ": a file of the database could not be used"),
      (10, 5, nil, ": a file of the database could not be used: Input/output error"),
      (
        10, 5, .journal,
        ": the journal beside the database could not be used: Input/output error"
      ),
      (266, 5, .database, ": the database could not be read: Input/output error"),
      (
        778, 27, .journal,
        ": the journal beside the database could not be written to: File too large"
      ),
      (
        1_034, 5, .temporary,
        ": a temporary file could not be flushed to the disk: Input/output error"
      ),
      (1_546, 0, nil, ": the database could not be given another size"),
      (
        2_570, 1, .journal,
        ": the journal beside the database could not be removed: Operation not permitted"
      ),
      (3_850, 37, .database, ": the database could not be locked: No locks available"),
      (
        5_386, 12, .index,
        ": the index of the journal beside the database could not be mapped into memory: "
          + "Cannot allocate memory"
      ),
      // What is no failure of input or output is SQLite's to say.
      (13, 28, nil, ""), (787, 0, nil, ""),
    ] as [(Int32, Int32, DatabaseError.File?, String)])
  func `a failure says which file could not be what, and why`(
    code: Int32, system: Int32, file: DatabaseError.File?, reason: String
  ) {
    let error = DatabaseError(code: code, message: "m", systemError: system, file: file)
    #expect(error.reason == "m" + reason)
  }

  @Test func `errors of this program have the kind of SQLite's`() {
    #expect(DatabaseError.corrupt("m").kind == .corrupt)
    #expect(DatabaseError.foreignKeyViolation("m").isForeignKeyViolation)
    let trigger = DatabaseError.meddlingTrigger("m")
    #expect(trigger.kind == .constraint && trigger.isMeddlingTrigger)
    #expect(!trigger.isForeignKeyViolation)
    let own = DatabaseError(code: trigger.code, message: "m", sql: "INSERT")
    #expect(!own.isMeddlingTrigger)
  }
}

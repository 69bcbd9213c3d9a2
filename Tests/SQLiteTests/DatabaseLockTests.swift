import Foundation
import SQLite
import Testing

@Suite struct DatabaseLockTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.file("a.db")
  }

  private func hold(_ path: String, _ body: () throws -> Void) throws {
    let lock = try DatabaseLock(databasePath: path)
    try body()
    _ = lock.path
  }

  @Test func `one process at a time holds a database, by any of its names`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.path)
    try hold(path) {
      // Two descriptors of one process are two owners to flock(2).
      for name in [path, folder.file("link/a.db"), folder.path + "/./a.db"] {
        let failure = #expect(throws: DatabaseLock.Failure.self) { try hold(name) {} }
        #expect(failure == .held(by: getpid()))
      }
      try hold(folder.file("other.db")) {}
    }
    try hold(path) {}
    #expect(throws: DatabaseLock.Failure.system(ENOENT)) { try hold(folder.file("no/a.db")) {} }
  }

  @Test func `whether it is held is seen without holding it`() throws {
    #expect(!DatabaseLock.isHeld(databasePath: path))
    #expect(!FileManager.default.fileExists(atPath: path + "-lock"))
    try hold(path) { #expect(DatabaseLock.isHeld(databasePath: path)) }
    #expect(!DatabaseLock.isHeld(databasePath: path))
    try hold(path) {}
    #expect(!DatabaseLock.isHeld(databasePath: folder.file("no/b.db")))
  }

  @Test func `who waits is told, and gets it when it is free`() throws {
    var holder: DatabaseLock? = try DatabaseLock(databasePath: path)
    var waits = 0
    // The holder goes while the other one waits.
    _ = try DatabaseLock(databasePath: path, waitingSeconds: 60) { _ in
      waits += 1
      holder = nil
    }
    #expect(waits == 1)
    #expect(holder?.path == nil)
  }

  @Test func `who does not want to wait is refused at once`() throws {
    try hold(path) {
      let failure = #expect(throws: DatabaseLock.Failure.self) {
        _ = try DatabaseLock(databasePath: path, waitingSeconds: 0)
      }
      #expect(failure == .held(by: getpid()))
    }
  }

  @Test func `a lock file that its holder takes away is not locked by the next one`() throws {
    try hold(path) {
      try FileManager.default.removeItem(atPath: path + "-lock")
      try hold(path) {
        #expect(FileManager.default.fileExists(atPath: path + "-lock"))
        #expect(throws: DatabaseLock.Failure.self) { try hold(path) {} }
      }
    }
  }
}

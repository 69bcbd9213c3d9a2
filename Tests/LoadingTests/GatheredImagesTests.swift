import Records
import SQLite
import Testing

@testable import Loading

/// What gathering keeps, forgets and takes back.
@Suite struct GatheredImagesTests {
  /// A table of two columns beside its key, and one record that stored values are compared with.
  private final class Stage {
    let database: Database
    var images: GatheredImages
    private let batch: BatchTable

    init() throws {
      database = try Database(path: ":memory:", access: .create)
      try database.execute(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, k, z, a, run_id INTEGER, source_line INTEGER)")
      let table = TargetTable(name: "t", columns: ["k", "z", "a"], key: ["k"])
      images = GatheredImages(try table.imageColumns(in: database), cells: table.cells)
      batch = try BatchTable(database, columnCount: 3)
      try database.addFunction("look") { [unowned self] call in
        images.compare(call, from: 0, row: 0, of: batch, from: 1)
      }
    }

    /// Compares stored values of `z` and `a` with the record, which has `new` and 7.
    func compare(_ z: String, _ a: Int64) throws -> Bool {
      var same = false
      try batch.show(
        bytes: Array("new".utf8), cells: [.integer(1), .text(0..<3), .integer(7)], lines: [2],
        order: []
      ) {
        same = try database.value("SELECT look(?, ?)", [.text(z), .integer(a)]) == 1
      }
      return same
    }

    func keep(row: Int64, oldRun: Int64? = 1) {
      images.keepDifferences(row: row, run: (old: oldRun, new: 2), line: (old: 5, new: 5))
    }

    /// The images as text: row, name, old value, new value.
    var shown: [String] {
      images.rows.enumerated().map { index, row in
        let image = images.cells[index * GatheredImages.cellsPerImage..<(index + 1) * 4]
        return ([String(row)] + image.dropLast().map(text)).joined(separator: " ")
      }
    }

    private func text(_ cell: Cell) -> String {
      switch cell.kind {
      case .null: "NULL"
      case .integer, .real: String(cell.payload)
      case .text:
        String(
          decoding: images.bytes[Int(cell.payload)..<Int(cell.payload) + Int(cell.length)],
          as: UTF8.self)
      }
    }
  }

  @Test func `a row has an image of each changed column, by the columns' names`() throws {
    let stage = try Stage()
    #expect(try stage.compare("new", 7))
    #expect(try !stage.compare("old", 6))
    stage.keep(row: 9)
    #expect(stage.shown == ["9 a 6 7", "9 run_id 1 2", "9 z old new"])
    #expect(try !stage.compare("new", 8))
    stage.keep(row: 3, oldRun: 2)
    #expect(stage.shown.suffix(1) == ["3 a 8 7"])
    #expect(stage.images.order() == [3, 0, 1, 2])
  }

  @Test func `what is taken back leaves what came before`() throws {
    let stage = try Stage()
    _ = try stage.compare("old", 7)
    stage.keep(row: 1)
    let first = stage.shown
    stage.images.beginStatement()
    _ = try stage.compare("older", 7)
    stage.keep(row: 2)
    let both = stage.shown
    _ = try stage.compare("oldest", 1)
    stage.images.forgetDifferences()
    #expect(stage.shown == both)
    _ = try stage.compare("oldest", 1)
    stage.keep(row: 3)
    stage.images.withdrawLastUpdate()
    #expect(stage.shown == both)
    stage.images.undoStatement()
    #expect(stage.shown == first)
    _ = try stage.compare("o", 7)
    stage.keep(row: 4)
    #expect(stage.shown == first + ["4 run_id 1 2", "4 z o new"])
    #expect(stage.images.order().isEmpty)
    stage.images.removeAll()
    #expect(stage.shown.isEmpty)
  }
}

import FileSupport
import Records
import Testing

@testable import CSV
@testable import Input

struct ColumnShapesTests {
  @Test(
    arguments: [
      ("a,b\nc,d\n", 0, false, false), ("1,b\n2,d\n", 1, false, false),
      ("1,5\n2,7\n", 2, true, true),
      ("1,500\n2,700\n", 2, false, true), ("1,x\n2,7\n", 2, false, false),
      ("1,,2\n", 2, false, false),
      ("1,5.5\n", 2, true, false), ("1,x5\n", 1, false, false), ("10:20,5\n", 2, false, true),
      ("5x,5\n", 1, false, false),
    ] as [(String, Int, Bool, Bool)])
  func `columns of numbers are told from others`(
    text: String, typed: Int, numbersOnly: Bool, isDecimal: Bool
  ) throws {
    let file = try TemporaryFile(Array(text.utf8))
    var reader = try Reading().reader(of: file.path)
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    let shapes = ColumnShapes(batch.records, of: batch, delimiter: [0x2C])
    #expect(shapes.typedColumns == typed)
    #expect(shapes.hasNumbersOnly == numbersOnly)
    #expect(shapes.isDecimal == isDecimal)
  }
}

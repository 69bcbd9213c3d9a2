import Testing

@testable import Records

@Suite struct RecordStreamTests {
  struct Failure: Error {}

  /// A stream of batches whose one byte counts from 0.
  private func stream(of count: UInt8, failsAtEnd: Bool = false) throws -> RecordStream<
    RecordBatch, UInt8
  > {
    var next: UInt8 = 0
    return try RecordStream(of: RecordBatch.init) { batch in
      batch.removeAll()
      guard next < count else {
        if failsAtEnd { throw Failure() }
        return next
      }
      batch.bytes.append(next)
      next += 1
      return nil
    }
  }

  @Test(arguments: [0, 1, 2, 3, 100] as [UInt8])
  func `batches come in order, each emptied before it is filled`(count: UInt8) throws {
    let stream = try stream(of: count)
    var expected: UInt8 = 0
    while let batch = stream.next() {
      #expect(batch.bytes == [expected])
      expected += 1
      stream.recycle(batch)
    }
    #expect(expected == count)
    #expect(try stream.finish() == count)
  }

  @Test func `an error comes after the batches that were read before it`() throws {
    let stream = try stream(of: 2, failsAtEnd: true)
    var batches = 0
    while let batch = stream.next() {
      batches += 1
      stream.recycle(batch)
    }
    #expect(batches == 2)
    #expect(throws: Failure.self) { try stream.finish() }
  }

  @Test func `a stream that nobody reads to its end stops`() throws {
    let stream = try stream(of: 255)
    guard let first = stream.next() else {
      Issue.record("the stream has batches")
      return
    }
    #expect(first.bytes == [0])
    stream.stop()
    #expect(try stream.finish() == nil)
  }
}

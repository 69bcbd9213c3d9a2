import Testing

@testable import Records

@Suite struct RecordStreamTests {
  struct Failure: Error {}

  /// A stream of batches whose one byte counts from 0.
  private func stream(
    of count: UInt8, failsAtEnd: Bool = false, isWorkedOn: Bool = false
  ) throws -> RecordStream<RecordBatch, UInt8> {
    var next: UInt8 = 0
    let fill = { (batch: inout RecordBatch) throws -> UInt8? in
      batch.removeAll()
      guard next < count else {
        if failsAtEnd { throw Failure() }
        return next
      }
      batch.bytes.append(next)
      next += 1
      return nil
    }
    guard isWorkedOn else { return try RecordStream(of: RecordBatch.init, fill) }
    return try RecordStream(of: RecordBatch.init, fill) { _ in }
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

  @Test(arguments: [0, 1, 3, 100] as [UInt8], [false, true])
  func `batches are worked on in order, and each once`(count: UInt8, fails: Bool) throws {
    var (next, worked) = (UInt8(0), UInt8(0))
    let stream = try RecordStream(of: RecordBatch.init) { batch -> UInt8? in
      batch.removeAll()
      guard next < count else {
        if fails { throw Failure() }
        return next
      }
      batch.bytes.append(next)
      next += 1
      return nil
    } then: { batch in
      batch.bytes.append(worked)
      worked += 1
    }
    var expected: UInt8 = 0
    while let batch = stream.next() {
      #expect(batch.bytes == [expected, expected])
      expected += 1
      stream.recycle(batch)
    }
    #expect(expected == count)
    if fails {
      #expect(throws: Failure.self) { try stream.finish() }
    } else {
      #expect(try stream.finish() == count)
    }
  }

  @Test(arguments: [1, 2, 6, 7])
  func `fewer batches go round where fewer are to`(most: Int) throws {
    var (made, filled) = (0, 0)
    let makeBatch = {
      made += 1
      return made
    }
    let stream = try RecordStream(of: makeBatch) { _ -> Bool? in
      filled += 1
      return filled == 50 ? true : nil
    }
    var batches: [Int] = []
    while let batch = stream.next() {
      batches.append(batch)
      stream.recycle(batch, ofAtMost: most)
    }
    #expect(try stream.finish() == true)
    #expect(Set(batches.suffix(20)).count == min(most, made))
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

  @Test(arguments: [false, true])
  func `a stream that nobody reads to its end stops`(isWorkedOn: Bool) throws {
    let stream = try stream(of: 255, isWorkedOn: isWorkedOn)
    guard let first = stream.next() else {
      Issue.record("the stream has batches")
      return
    }
    #expect(first.bytes == [0])
    stream.stop()
    #expect(try stream.finish() == nil)
  }
}

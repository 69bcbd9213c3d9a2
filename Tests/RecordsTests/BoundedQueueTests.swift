import Testing

@testable import Records

@Suite struct BoundedQueueTests {
  @Test(arguments: [1, 2, 3, 64])
  func `everything that is put in comes out, in order`(capacity: Int) throws {
    let queue = BoundedQueue<Int>(capacity: capacity)
    let thread = try BackgroundThread {
      for number in 0..<10_000 { queue.put(number) }
      queue.close()
      return "done"
    }
    var next = 0
    while let number = queue.take() {
      #expect(number == next)
      next += 1
    }
    #expect(next == 10_000)
    #expect(try thread.join() == "done")
  }

  @Test func `closing releases a producer that waits for a place`() throws {
    let queue = BoundedQueue<RecordBatch>(capacity: 1)
    let thread = try BackgroundThread {
      var refused = 0
      for _ in 0..<3 where !queue.put(RecordBatch()) { refused += 1 }
      return refused
    }
    let taken = queue.take() != nil
    #expect(taken)
    queue.close()
    #expect(try thread.join() >= 1)
  }

  @Test func `what a thread throws is thrown where it is joined`() throws {
    struct Failure: Error {}
    let thread = try BackgroundThread { () throws -> Int in throw Failure() }
    #expect(throws: Failure.self) { try thread.join() }
  }
}

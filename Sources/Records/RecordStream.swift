/// Batches that are read on a thread of their own while the ones before them are being used.
///
/// A few batches go round: the reader fills the ones that were given back. So a slow consumer stops
/// the reader and memory stays the same however long the source is. On their way, a second thread may
/// work on them, each in its turn.
package final class RecordStream<Batch: ~Copyable & Sendable, Ending: Sendable> {
  /// How many batches go round: one being filled, one being worked on, one being used, and as many between
  /// them, so that each thread has something to do while another takes longer over one.
  private static var depth: Int { 6 }

  private var batchCount = depth
  private let empty = BoundedQueue<Batch>(capacity: depth)
  private let filled = BoundedQueue<Batch>(capacity: depth)
  /// Those that can be taken: the same queue where nothing is done on the way.
  private let full: BoundedQueue<Batch>
  private let reader: BackgroundThread<Ending?>
  private let worker: BackgroundThread<Void>?

  /// Starts to read.
  ///
  /// - Parameters:
  ///   - makeBatch: makes one of the batches that go round.
  ///   - fill: fills a batch in place of what it has, on the other thread, and returns nil; at the
  ///     end of the source, returns what is to be known then.
  ///   - work: works on a batch that was filled, on a thread of its own; nil where there is nothing to
  ///     do.
  /// - Throws: `ThreadError` when the system has no thread to give.
  package init(
    of makeBatch: () -> Batch, _ fill: sending @escaping (inout Batch) throws -> Ending?,
    then work: sending ((inout Batch) -> Void)? = nil
  ) throws(ThreadError) {
    for _ in 0..<Self.depth { empty.put(makeBatch()) }
    if let work {
      let full = BoundedQueue<Batch>(capacity: Self.depth)
      self.full = full
      worker = try BackgroundThread { [filled] in
        defer { full.close() }
        while var batch = filled.take() {
          work(&batch)
          full.put(batch)
        }
      }
    } else {
      full = filled
      worker = nil
    }
    reader = try BackgroundThread { [empty, filled] in
      defer { filled.close() }
      while var batch = empty.take() {
        if let ending = try fill(&batch) { return ending }
        filled.put(batch)
      }
      return nil
    }
  }

  deinit { stop() }

  /// Takes the next batch, once it was read.
  ///
  /// - Parameter isCancelled: asked every tenth of a second whether to stop waiting.
  /// - Returns: nil after the last one, when reading failed (`finish` tells which), or when the
  ///   waiting was cancelled.
  package func next(unless isCancelled: () -> Bool = { false }) -> Batch? {
    full.take(unless: isCancelled)
  }

  /// Gives a batch back, to be filled again.
  ///
  /// - Parameters:
  ///   - batch: a batch that `next` returned.
  ///   - most: how many are to go round from now on, at least 1: this one is let go where there are more.
  package func recycle(_ batch: consuming Batch, ofAtMost most: Int = .max) {
    guard batchCount <= most else {
      batchCount -= 1
      return
    }
    empty.put(batch)
  }

  /// Waits for the end of the reading.
  ///
  /// - Returns: what `fill` returned at the end, nil when the stream was stopped before.
  /// - Throws: what `fill` threw.
  package func finish() throws -> Ending? {
    try worker?.join()
    return try reader.join()
  }

  /// Makes the reader stop after the batch it is at.
  package func stop() {
    empty.close()
    filled.close()
    full.close()
  }
}

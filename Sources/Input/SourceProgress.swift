internal import Synchronization

/// How many bytes have been read of all sources, for whoever shows it while another thread reads.
package enum SourceProgress {
  private static let count = Atomic<Int64>(0)

  /// The bytes since the last `reset()`, as they are on disk or were sent.
  package static var bytes: Int64 { count.load(ordering: .relaxed) }

  /// Starts to count again.
  ///
  /// - Parameter bytes: from where: what had been read before something else was.
  package static func reset(to bytes: Int64 = 0) { count.store(bytes, ordering: .relaxed) }

  static func add(_ bytes: Int) { count.wrappingAdd(Int64(bytes), ordering: .relaxed) }
}

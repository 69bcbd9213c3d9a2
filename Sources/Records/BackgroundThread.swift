internal import Glibc

/// Work that is done on a thread of its own, and its result.
///
/// Reading runs on one, so that it and loading use both cores.
@safe package final class BackgroundThread<Success: Sendable> {
  private let work: Work<Success>
  private var thread = pthread_t()
  private var isJoined = false

  /// Starts a thread.
  ///
  /// - Parameter body: what it does; nothing else may use what the closure captured.
  /// - Throws: `ThreadError` when the system has no thread to give.
  package init(_ body: sending @escaping () throws -> Success) throws(ThreadError) {
    work = Work(body)
    let context = unsafe Unmanaged.passRetained(work).toOpaque()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<AnyWork>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    guard code == 0 else {
      unsafe Unmanaged<AnyWork>.fromOpaque(context).release()
      isJoined = true
      throw ThreadError(systemError: code)
    }
  }

  deinit {
    // Not waited for: it may be waiting for input that never comes. What it uses it owns.
    if !isJoined { pthread_detach(thread) }
  }

  /// Waits until the thread has done its work; to be called once.
  ///
  /// - Returns: what the body returned.
  /// - Throws: what the body threw.
  package func join() throws -> Success {
    if !isJoined { _ = pthread_join(thread, nil) }
    isJoined = true
    guard let result = work.result else { preconditionFailure("the thread ended in its body") }
    return try result.get()
  }
}

/// The system has no thread to give.
package struct ThreadError: Error, Equatable, CustomStringConvertible {
  /// The operating system's error number.
  package let systemError: Int32

  package var description: String { "expected a thread but found error \(systemError)" }
}

private class AnyWork {
  func run() {}
}

private final class Work<Success: Sendable>: AnyWork {
  private let body: () throws -> Success
  // Written by the thread before it ends, read after it was joined.
  private(set) var result: Result<Success, any Error>?

  init(_ body: sending @escaping () throws -> Success) { self.body = body }

  override func run() { result = Result { try body() } }
}

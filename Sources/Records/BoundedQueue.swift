internal import Glibc

/// A queue of a few places between two threads: one puts elements in, the other takes them out.
///
/// A full queue makes the first thread wait and an empty one the second, so that neither runs
/// ahead by more than the queue has places.
@safe package final class BoundedQueue<Element: ~Copyable & Sendable>: @unchecked Sendable {
  // @unchecked: every property below is read and written with the mutex held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private let places: UnsafeMutablePointer<Element>
  private let capacity: Int
  private var first = 0
  private var count = 0
  private var isClosed = false

  /// An empty queue.
  ///
  /// - Parameter capacity: how many places it has, at least 1.
  package init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
    unsafe places = .allocate(capacity: capacity)
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe changed.initialize(to: pthread_cond_t())
    // "pthread_mutex_init always returns 0", and so does pthread_cond_init (their man pages).
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    while count > 0 { _ = takeFirst() }
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
    unsafe places.deallocate()
  }

  /// Puts an element in, once there is a place for it.
  ///
  /// - Parameter element: the element; it is dropped when the queue is closed.
  /// - Returns: false when the queue is closed.
  @discardableResult
  package func put(_ element: consuming Element) -> Bool {
    lock()
    defer { unlock() }
    while count == capacity && !isClosed { wait() }
    guard !isClosed else { return false }
    unsafe (places + (first + count) % capacity).initialize(to: element)
    count += 1
    unsafe pthread_cond_broadcast(changed)
    return true
  }

  /// Takes the oldest element out, once there is one.
  ///
  /// - Parameter isCancelled: asked every tenth of a second whether to stop waiting.
  /// - Returns: nil when the queue is closed and empty, or the waiting was cancelled.
  package func take(unless isCancelled: () -> Bool = { false }) -> Element? {
    lock()
    defer { unlock() }
    while count == 0 && !isClosed && !isCancelled() { waitATenth() }
    guard count > 0 else { return nil }
    let element = takeFirst()
    unsafe pthread_cond_broadcast(changed)
    return element
  }

  /// Ends the traffic: nothing more goes in; what is in can still be taken out.
  package func close() {
    lock()
    defer { unlock() }
    isClosed = true
    unsafe pthread_cond_broadcast(changed)
  }

  private func takeFirst() -> Element {
    let element = unsafe (places + first).move()
    first = (first + 1) % capacity
    count -= 1
    return element
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }
  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
  private func wait() { unsafe pthread_cond_wait(changed, mutex) }

  /// Waits for a change, for a tenth of a second at most.
  ///
  /// A signal does not end a wait: "These functions shall not return an error code of [EINTR]."
  /// (pthread_cond_timedwait(3p))
  private func waitATenth() {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    time.tv_nsec += 100_000_000
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    unsafe pthread_cond_timedwait(changed, mutex, &time)
  }
}

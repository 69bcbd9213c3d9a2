import Glibc
import Synchronization

/// Whether a signal has asked the process to end.
///
/// A command that must clean up (roll back, say that its run failed) takes the signals over and
/// looks here between its steps. All other commands leave the signals as they are.
enum Interruption {
  private static let number = Atomic<Int32>(0)

  /// The signals that ask a process to end, in the order of `signal(7)`.
  private static let signals = [SIGHUP, SIGINT, SIGTERM]

  /// The number of the first signal that came, or nil.
  static var signal: Int32? {
    let number = number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Whether a signal has come; cheap enough to be asked between any two steps.
  static var isRequested: Bool { number.load(ordering: .relaxed) != 0 }

  /// Lets SIGHUP, SIGINT and SIGTERM be noted in place of ending the process.
  ///
  /// The second signal of a kind ends it at once, for a user who does not want to wait. A signal
  /// that was ignored from the start, as by `nohup`, stays ignored.
  static func takeOver() {
    // The handler must not be the first to use the variable: initialising it takes a lock.
    _ = number.load(ordering: .relaxed)
    var own = sigset_t()
    unsafe sigemptyset(&own)
    for signal in signals {
      unsafe sigaddset(&own, signal)
      var before = sigaction()
      guard unsafe sigaction(signal, nil, &before) == 0 else { continue }
      guard !isIgnored(before) else { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = handle
      // Without SA_RESTART, so that a read that waits returns. "SA_RESETHAND: Restore the signal
      // action to the default upon entry to the signal handler." (sigaction(2))
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(signal, &action, nil)
    }
    // "A child process created via fork(2) inherits a copy of its parent's signal mask; the signal
    // mask is preserved across execve(2)." (signal(7)) A parent may have left them blocked.
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
  }

  /// Asks the process to end after a time, as a signal would.
  ///
  /// - Parameter seconds: how long it has from now on.
  static func limit(toSeconds seconds: Int64) {
    takeOver()
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handle
    unsafe sigaction(SIGALRM, &action, nil)
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, SIGALRM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    // Again and again, because the first signal may come just before a read that waits.
    var timer = itimerval(
      it_interval: timeval(tv_sec: 0, tv_usec: 100_000),
      it_value: timeval(tv_sec: Int(seconds), tv_usec: seconds == 0 ? 1 : 0))
    unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// Lets the process take its time from now on: the work is done, or given up.
  static func liftLimit() {
    var timer = itimerval()
    unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// Whether it was the time limit that asked the process to end.
  static var hasTimedOut: Bool { signal == SIGALRM }

  /// The number of this process.
  static var processID: Int32 { getpid() }

  /// Makes a write to a closed pipe, or beyond the file size limit, an error in place of a signal.
  static func ignoreWriteSignals() {
    // "SIGPIPE … if the signal is ignored, write(2) fails with the error EPIPE"; "SIGXFSZ … EFBIG"
    // (pipe(7), setrlimit(2))
    Glibc.signal(SIGPIPE, SIG_IGN)
    Glibc.signal(SIGXFSZ, SIG_IGN)
  }

  /// Notes the signal; `signal-safety(7)` allows a handler hardly more.
  fileprivate static func note(_ signal: Int32) {
    _ = number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }
}

/// The handler: a function of its own, because it is called from C.
private func handle(_ signal: Int32) {
  Interruption.note(signal)
}

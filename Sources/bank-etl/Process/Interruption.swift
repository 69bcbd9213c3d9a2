import Glibc
import Synchronization

/// Whether a signal has asked the process to end.
///
/// A command that must clean up (roll back, say that its run failed) takes the signals over and
/// looks here between its steps. All other commands leave the signals as they are.
enum Interruption {
  private static let number = Atomic<Int32>(0)
  /// The signals that came, a bit each, and when the last of them came first, in milliseconds.
  private static let seen = Atomic<UInt32>(0)
  private static let moment = Atomic<Int64>(0)

  /// How long a signal of the same kind is the same request, in milliseconds: `timeout(1)` sends
  /// each twice, to the process and to its group.
  private static let repetitionMilliseconds: Int64 = 200

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
  /// that was ignored from the start, as by `nohup`, stays ignored. To be called before anything is
  /// waited for; again does no harm.
  static func takeOver() {
    // The handler must not be the first to use the variables: initialising them takes a lock.
    _ = number.load(ordering: .relaxed)
    _ = seen.load(ordering: .relaxed)
    _ = moment.load(ordering: .relaxed)
    var own = sigset_t()
    unsafe sigemptyset(&own)
    handleAlarm(&own)
    for signal in signals {
      unsafe sigaddset(&own, signal)
      var before = sigaction()
      guard unsafe sigaction(signal, nil, &before) == 0 else { continue }
      guard !isIgnored(before) else { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = handle
      // Without SA_RESTART, so that a read that waits returns.
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
    var timer = itimerval(
      it_interval: timeval(),
      it_value: timeval(tv_sec: Int(seconds), tv_usec: seconds == 0 ? 1 : 0))
    unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  private static func handleAlarm(_ own: inout sigset_t) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handle
    unsafe sigaction(SIGALRM, &action, nil)
    unsafe sigaddset(&own, SIGALRM)
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
    guard signal == SIGALRM || !isSecond(signal) else {
      // It is blocked while its handler runs, and ends the process after that.
      Glibc.signal(signal, SIG_DFL)
      raise(signal)
      return
    }
    // Again and again, because the signal may have come just before a read that waits.
    alarm(1)
  }

  /// Whether a signal of this kind came before, and not just now.
  private static func isSecond(_ signal: Int32) -> Bool {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    let bit: UInt32 = 1 << UInt32(signal)
    guard seen.load(ordering: .relaxed) & bit != 0 else {
      moment.store(now, ordering: .relaxed)
      seen.store(seen.load(ordering: .relaxed) | bit, ordering: .relaxed)
      return false
    }
    return now - moment.load(ordering: .relaxed) > repetitionMilliseconds
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

import Glibc
import Testing

@testable import bank_etl

/// In processes of their own, because how signals are handled belongs to a whole process.
struct InterruptionTests {
  /// Lets signals be handled as `action` says, because a process may be started with some ignored.
  ///
  /// The threads that run tests block signals, as do many of the processes that start others.
  private static func handle(_ action: (@convention(c) (Int32) -> Void)?) {
    for number in [SIGHUP, SIGINT, SIGTERM] { signal(number, action) }
  }

  @Test func `the first signal is noted`() async {
    await #expect(processExitsWith: .success) {
      Self.handle(SIG_DFL)
      Interruption.takeOver()
      #expect(!Interruption.isRequested)
      #expect(Interruption.signal == nil)
      raise(SIGTERM)
      raise(SIGINT)
      #expect(Interruption.isRequested)
      #expect(Interruption.signal == SIGTERM)
    }
  }

  @Test func `the second signal of a kind ends the process`() async {
    await #expect(processExitsWith: .failure) {
      Self.handle(SIG_DFL)
      Interruption.takeOver()
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .seconds(20) { raise(SIGINT) }
      exit(0)
    }
  }

  /// `timeout(1)` sends a signal to the process, and to the group that it is in.
  @Test func `a signal that is sent twice at once came once`() async {
    await #expect(processExitsWith: .success) {
      Self.handle(SIG_DFL)
      Interruption.takeOver()
      raise(SIGTERM)
      raise(SIGTERM)
      #expect(Interruption.signal == SIGTERM)
    }
  }

  @Test func `taking over once more forgets nothing`() async {
    await #expect(processExitsWith: .success) {
      Self.handle(SIG_DFL)
      Interruption.takeOver()
      raise(SIGTERM)
      Interruption.takeOver()
      #expect(Interruption.signal == SIGTERM)
    }
  }

  @Test func `a signal that was ignored stays ignored`() async {
    await #expect(processExitsWith: .success) {
      Self.handle(SIG_IGN)
      Interruption.takeOver()
      raise(SIGHUP)
      raise(SIGHUP)
      #expect(!Interruption.isRequested)
    }
  }

  @Test func `a write beyond the size limit is no signal`() async {
    await #expect(processExitsWith: .success) {
      Interruption.ignoreWriteSignals()
      var none = sigset_t()
      unsafe sigemptyset(&none)
      unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
      raise(SIGXFSZ)
      raise(SIGPIPE)
    }
  }
}

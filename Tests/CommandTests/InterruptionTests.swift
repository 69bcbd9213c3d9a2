import Glibc
import Testing

@testable import bank_etl

/// In processes of their own, because how signals are handled belongs to a whole process.
struct InterruptionTests {
  /// Lets the calling thread receive signals at once, handled as `action` says.
  ///
  /// The threads that run tests block signals, and a process may be started with some ignored.
  private static func receive(_ action: (@convention(c) (Int32) -> Void)?) {
    for number in [SIGHUP, SIGINT, SIGTERM] { signal(number, action) }
    unblock()
  }

  private static func unblock() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  @Test func `the first signal is noted`() async {
    await #expect(processExitsWith: .success) {
      Self.receive(SIG_DFL)
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
      Self.receive(SIG_DFL)
      Interruption.takeOver()
      raise(SIGINT)
      raise(SIGINT)
    }
  }

  @Test func `a signal that was ignored stays ignored`() async {
    await #expect(processExitsWith: .success) {
      Self.receive(SIG_IGN)
      Interruption.takeOver()
      raise(SIGHUP)
      raise(SIGHUP)
      #expect(!Interruption.isRequested)
    }
  }

  @Test func `a write beyond the size limit is no signal`() async {
    await #expect(processExitsWith: .success) {
      Self.unblock()
      Interruption.ignoreWriteSignals()
      raise(SIGXFSZ)
      raise(SIGPIPE)
    }
  }
}

import Foundation
import Synchronization

/// Lets only as many processes run at once as keep the machine busy: all tests begin at the same time, and
/// hundreds of processes would only be in each other's way.
///
/// Who came last goes first, so that one test after the other is finished.
enum ProcessTurns {
  private struct State {
    // Some only wait: for a server, for a lock, for a second to pass.
    var free = 4 * ProcessInfo.processInfo.activeProcessorCount
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// Waits for a turn.
  static func take() async {
    await withCheckedContinuation { (turn: CheckedContinuation<Void, Never>) in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(turn)
        return false
      }
      if isFree { turn.resume() }
    }
  }

  /// Gives a turn to the next one.
  static func giveBack() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.free += 1 }
      return state.waiting.popLast()
    }
    next?.resume()
  }
}

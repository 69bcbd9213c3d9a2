import Testing

@testable import Loading

@Suite struct WaitingProgressTests {
  @Test func `who fails is held for a round, and given up where nobody came in`() {
    var progress = WaitingProgress(count: 200)
    progress.note(3, isGone: true)
    progress.note(130, isGone: false)
    progress.hold(131)
    #expect(progress.gone.contains(3) && progress.isSettled(3) && !progress.isHeld(3))
    #expect(progress.isHeld(130) && progress.isHeld(131) && !progress.isSettled(130))
    progress.beginRound(givingUp: false)
    #expect(!progress.isHeld(130) && !progress.isSettled(130))
    progress.note(130, isGone: false)
    progress.hold(131)
    progress.beginRound(givingUp: true)
    #expect(progress.isSettled(130) && !progress.gone.contains(130) && !progress.isSettled(131))
  }
}

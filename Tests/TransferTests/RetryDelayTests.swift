import Testing

@testable import Transfer

struct RetryDelayTests {
  @Test(
    arguments: [
      (0, 1, nil, 1), (1, 1, nil, 2), (4, 1, nil, 16), (60, 1, nil, 300), (3, 0, nil, 0),
      (0, 1, 120, 120), (5, 1, 0, 0), (0, 1, 301, nil),
    ] as [(Int64, Int64, Int64?, Int64?)])
  func `each wait is twice the one before, and no longer than anybody waits`(
    attempt: Int64, first: Int64, asked: Int64?, seconds: Int64?
  ) {
    #expect(RetryDelay.seconds(attempt: attempt, first: first, asked: asked) == seconds)
  }

  @Test(
    arguments: [
      ("120", 120), ("-5", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 7),
      ("Sun, 06 Nov 1994 08:49:20 GMT", 0),
      ("soon", nil), (nil, nil),
    ] as [(String?, Int64?)])
  func `a server asks for seconds, or for a time`(field: String?, seconds: Int64?) {
    #expect(RetryDelay.asked(field, now: 784_111_770) == seconds)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
      ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("", nil),
    ] as [(String, Int64?)])
  func `a date of HTTP is seconds since 1970`(text: String, seconds: Int64?) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test func `waiting ends when it is not wanted any more`() {
    let error = #expect(throws: TransferError.self) { try RetryDelay.wait(300, unless: { true }) }
    #expect(error?.kind == .interrupted)
  }
}

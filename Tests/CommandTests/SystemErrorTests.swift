import Glibc
import Testing

@testable import bank_etl

struct SystemErrorTests {
  @Test func `a number is told apart and put into words`() {
    #expect(SystemError(number: ENOENT).isNoSuchFile)
    #expect(!SystemError(number: EACCES).isNoSuchFile)
    for number in [EACCES, EPERM, EROFS] { #expect(SystemError(number: number).isNoPermission) }
    #expect(SystemError(number: EPIPE).isClosedPipe)
    #expect("\(SystemError(number: ENOSPC))" == "No space left on device")
  }
}

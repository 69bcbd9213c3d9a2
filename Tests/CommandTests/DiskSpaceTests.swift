import Testing

@testable import bank_etl

struct DiskSpaceTests {
  @Test(
    arguments: [
      (0, "0 bytes"), (1_023, "1023 bytes"), (1_024, "1.0 KiB"), (1_536, "1.5 KiB"),
      (1_048_575, "1023.9 KiB"), (1_048_576, "1.0 MiB"), (5 << 30, "5.0 GiB"),
      (.max, "8589934591.9 GiB"),
    ] as [(Int64, String)])
  func `bytes for people`(bytes: Int64, expected: String) {
    #expect(DiskSpace.text(bytes: bytes) == expected)
  }

  @Test func `there is room where there is a file system`() {
    #expect((DiskSpace.free(at: "/") ?? -1) >= 0)
    #expect(DiskSpace.free(at: "/nowhere at all") == nil)
  }
}

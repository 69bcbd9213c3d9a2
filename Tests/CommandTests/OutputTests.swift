import Testing

@testable import bank_etl

struct OutputTests {
  @Test func `what is written arrives, whatever the size of the pieces`() async throws {
    // Standard output of a process of its own, because this one's belongs to the test's report.
    for size in [1, 2, 3, 7, 4_096, Output.bufferSize, Output.bufferSize * 3 + 1] {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [size = size as Int] in
        var output = Output()
        var left = 200_000
        while left > 0 {
          try output.write(String(repeating: "x", count: min(size, left)))
          left -= size
        }
        try output.flush()
      }
      let count = result?.standardOutputContent.count { $0 == UInt8(ascii: "x") }
      #expect(count == 200_000, "in pieces of \(size)")
    }
  }

  @Test func `what an error leaves unwritten is written when the output goes`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      var output = Output()
      try output.write("left over")
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(text.contains("left over"))
  }
}

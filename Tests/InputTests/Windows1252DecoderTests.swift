import Testing

@testable import Input

struct Windows1252DecoderTests {
  @Test func `every byte is decoded as iconv does`() throws {
    for byte in UInt8.min...UInt8.max {
      let own = try decode([byte], encoding: "windows-1252")
      let other = try decode([byte], encoding: "MS-ANSI")
      #expect(own.text == other.text)
      #expect(own.undecodable == other.undecodable)
      #expect(own.undecodable.isEmpty == ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte))
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 100])
  func `the first byte beyond ASCII is found wherever it is`(place: Int) {
    var bytes = [UInt8](repeating: 0x7F, count: 101)
    #expect(firstNonASCII(in: bytes, from: 0) == nil)
    bytes[place] = 0x80
    #expect(firstNonASCII(in: bytes, from: 0) == place)
    #expect(firstNonASCII(in: bytes, from: place) == place)
    #expect(firstNonASCII(in: bytes, from: place + 1) == nil)
  }
}

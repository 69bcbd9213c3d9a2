/// The container of an old Office file, which a test makes of its streams (MS-CFB).
package enum CompoundSample {
  private static let sectorBytes = 512
  private static let endOfChain: UInt32 = 0xFFFF_FFFE
  private static let free: UInt32 = 0xFFFF_FFFF

  /// A file with these streams, each filled up to a length that no mini stream has.
  package static func bytes(_ streams: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    let padded = streams.map { stream in
      let count = max(4096, (stream.bytes.count + sectorBytes - 1) / sectorBytes * sectorBytes)
      return stream.bytes + [UInt8](repeating: 0, count: count - stream.bytes.count)
    }
    let directorySectors = (streams.count + 1 + 3) / 4
    let dataSectors = padded.reduce(0) { $0 + $1.count / sectorBytes }
    var tableSectors = 1
    while tableSectors * 128 < tableSectors + directorySectors + dataSectors { tableSectors += 1 }
    var next = [UInt32](repeating: 0xFFFF_FFFD, count: tableSectors)
    func addChain(_ count: Int) -> UInt32 {
      let start = UInt32(next.count)
      for index in 1...count { next.append(index == count ? endOfChain : start + UInt32(index)) }
      return start
    }
    let directory = addChain(directorySectors)
    var entries = entry("Root Entry", type: 5, start: endOfChain, count: 0)
    for (stream, bytes) in zip(streams, padded) {
      entries += entry(
        stream.name, type: 2, start: addChain(bytes.count / sectorBytes), count: bytes.count)
    }
    entries += [UInt8](repeating: 0, count: directorySectors * sectorBytes - entries.count)
    next += [UInt32](repeating: free, count: tableSectors * 128 - next.count)
    return header(tableSectors, directory) + next.flatMap(\.littleEndian) + entries
      + padded.flatMap { $0 }
  }

  private static func header(_ tableSectors: Int, _ directory: UInt32) -> [UInt8] {
    var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    header += [UInt8](repeating: 0, count: 16)
    header += [0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0] + [UInt8](repeating: 0, count: 10)
    let numbers = [UInt32(tableSectors), directory, 0, 4096, endOfChain, 0, endOfChain, 0]
    header += numbers.flatMap(\.littleEndian)
    for index in 0..<109 {
      header += (index < tableSectors ? UInt32(index) : free).littleEndian
    }
    return header
  }

  private static func entry(_ name: String, type: UInt8, start: UInt32, count: Int) -> [UInt8] {
    let units = name.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var entry = units + [UInt8](repeating: 0, count: 64 - units.count)
    entry += [UInt8(units.count + 2), 0, type, 1] + [UInt8](repeating: 0xFF, count: 12)
    entry += [UInt8](repeating: 0, count: 36)
    return entry + start.littleEndian + UInt32(count).littleEndian + [0, 0, 0, 0]
  }
}

extension FixedWidthInteger {
  /// The bytes, the lowest first.
  var littleEndian: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}

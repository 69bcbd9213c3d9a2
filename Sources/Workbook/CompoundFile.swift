/// The container of old Office files: a file system in a file (MS-CFB), held in memory.
struct CompoundFile {
  private let bytes: [UInt8]
  private let sectorBytes: Int
  private let miniSectorBytes = 64
  private var nextSectors: [UInt32] = []
  private var nextMiniSectors: [UInt32] = []
  private var miniStream: [UInt8] = []
  private var entries: [Entry] = []
  /// Streams that are shorter than this lie in the mini stream.
  private let miniStreamCutoff: Int

  private struct Entry {
    var name: String
    var start: UInt32
    var count: Int
  }

  /// Ends a chain of sectors, as does every number from here on.
  private static let endOfChain: UInt32 = 0xFFFF_FFFA
  /// The most entries that are looked at.
  private static let entriesMax = 10_000

  /// Reads the tables of a file; nil where they are not whole.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 512, let shift = bytes.uint16(at: 30), shift == 9 || shift == 12 else {
      return nil
    }
    sectorBytes = 1 << Int(shift)
    miniStreamCutoff = Int(bytes.uint32(at: 56) ?? 0)
    guard readSectorTable(), let directory = bytes.uint32(at: 48),
      let list = chain(directory)
    else { return nil }
    readEntries(list)
    guard let root = entries.first else { return nil }
    miniStream = chain(root.start) ?? []
    let table = bytes.uint32(at: 60).flatMap { chain($0) } ?? []
    nextMiniSectors = Self.numbers(in: table[...])
  }

  /// The names of the streams and storages.
  var names: [String] { entries.map(\.name) }

  /// The bytes of a stream; nil where there is none of that name, in any case, or it is cut.
  func stream(named name: String) -> [UInt8]? {
    let folded = name.lowercased()
    guard let entry = entries.first(where: { $0.name.lowercased() == folded }) else { return nil }
    let all = entry.count < miniStreamCutoff ? miniChain(entry.start) : chain(entry.start)
    guard let all, all.count >= entry.count else { return nil }
    return Array(all.prefix(entry.count))
  }

  /// Puts together which sector follows each sector: the first 109 parts of that table are named in
  /// the header, the others in a chain of sectors.
  private mutating func readSectorTable() -> Bool {
    var places = (0..<109).compactMap { bytes.uint32(at: 76 + $0 * 4) }
    var next = bytes.uint32(at: 68) ?? Self.endOfChain
    var steps = 0
    while next < Self.endOfChain {
      steps += 1
      guard steps <= bytes.count / sectorBytes, let part = sector(next) else { return false }
      let numbers = Self.numbers(in: part)
      places += numbers.dropLast()
      next = numbers.last ?? Self.endOfChain
    }
    for place in places where place < Self.endOfChain {
      guard let part = sector(place), nextSectors.count <= bytes.count / sectorBytes + 4096 else {
        return false
      }
      nextSectors += Self.numbers(in: part)
    }
    return !nextSectors.isEmpty
  }

  private mutating func readEntries(_ directory: [UInt8]) {
    var position = 0
    while position + 128 <= directory.count, entries.count < Self.entriesMax {
      let nameBytes = min(64, Int(directory.uint16(at: position + 64) ?? 0))
      let units = stride(from: 0, to: max(0, nameBytes - 2), by: 2).compactMap {
        directory.uint16(at: position + $0)
      }
      entries.append(
        Entry(
          name: String(decoding: units, as: UTF16.self),
          start: directory.uint32(at: position + 116) ?? Self.endOfChain,
          count: Int(directory.uint32(at: position + 120) ?? 0)))
      position += 128
    }
  }

  /// The bytes of a sector, which may be cut at the end of the file.
  private func sector(_ number: UInt32) -> ArraySlice<UInt8>? {
    let start = (Int(number) + 1) * sectorBytes
    guard start < bytes.count else { return nil }
    return bytes[start..<min(start + sectorBytes, bytes.count)]
  }

  private func chain(_ start: UInt32) -> [UInt8]? {
    var result: [UInt8] = []
    var next = start
    while next < Self.endOfChain {
      guard Int(next) < nextSectors.count, let part = sector(next),
        result.count <= bytes.count
      else { return nil }
      result += part
      next = nextSectors[Int(next)]
    }
    return result
  }

  private func miniChain(_ start: UInt32) -> [UInt8]? {
    var result: [UInt8] = []
    var next = start
    while next < Self.endOfChain {
      let first = Int(next) * miniSectorBytes
      guard Int(next) < nextMiniSectors.count, first < miniStream.count,
        result.count <= miniStream.count
      else { return nil }
      result += miniStream[first..<min(first + miniSectorBytes, miniStream.count)]
      next = nextMiniSectors[Int(next)]
    }
    return result
  }

  private static func numbers(in part: ArraySlice<UInt8>) -> [UInt32] {
    let part = Array(part)
    return stride(from: 0, to: part.count - 3, by: 4).compactMap { part.uint32(at: $0) }
  }
}

extension [UInt8] {
  /// The two bytes at a place, the low one first; nil beyond the end.
  func uint16(at place: Int) -> UInt16? {
    guard place >= 0, place + 2 <= count else { return nil }
    return UInt16(self[place]) | UInt16(self[place + 1]) << 8
  }

  /// The four bytes at a place, the lowest first; nil beyond the end.
  func uint32(at place: Int) -> UInt32? {
    guard let low = uint16(at: place), let high = uint16(at: place + 2) else { return nil }
    return UInt32(low) | UInt32(high) << 16
  }

  /// The eight bytes at a place as a double, the lowest first; nil beyond the end.
  func double(at place: Int) -> Double? {
    guard let low = uint32(at: place), let high = uint32(at: place + 4) else { return nil }
    return Double(bitPattern: UInt64(low) | UInt64(high) << 32)
  }
}

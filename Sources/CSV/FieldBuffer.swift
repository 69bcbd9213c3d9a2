/// The fields that the callbacks of libcsv wrote down, until they are moved to a batch.
///
/// Memory of its own instead of two arrays: a callback runs for every field of a source, and here it
/// costs a comparison and a copy.
@unsafe
struct FieldBuffer {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var byteCapacity = 64 << 10
  private(set) var byteCount = 0

  private var ends: UnsafeMutablePointer<Int32>
  private var endCapacity = 4 << 10
  private(set) var endCount = 0

  /// Where the record that is being read starts.
  private(set) var recordStart = (byte: 0, end: 0)
  /// Whether the end of the record has been reported.
  var recordHasEnded = false
  /// How many bytes the longest field of the record has.
  private(set) var longestField = 0
  /// How many records have ended since `beginRecords`, and whether all had as many fields.
  private(set) var recordCount = 0
  private(set) var areRecordsEven = true
  private var fieldsPerRecord: Int?

  init() {
    unsafe bytes = .allocate(capacity: byteCapacity)
    unsafe ends = .allocate(capacity: endCapacity)
  }

  /// Gives the memory back; the buffer can't be used afterwards.
  func free() {
    unsafe bytes.deallocate()
    unsafe ends.deallocate()
  }

  /// How many fields of the record are complete.
  var fieldCount: Int { unsafe endCount - recordStart.end }

  /// How many bytes the complete fields of the record have.
  var recordBytes: Int { unsafe byteCount - recordStart.byte }

  /// Starts a record behind the fields that are there.
  mutating func beginRecord() {
    unsafe recordStart = unsafe (byteCount, endCount)
    unsafe recordHasEnded = false
    unsafe longestField = 0
  }

  /// Starts several records behind the fields that are there, of so many fields each.
  mutating func beginRecords(ofFields count: Int?) {
    unsafe beginRecord()
    unsafe recordCount = 0
    unsafe areRecordsEven = true
    unsafe fieldsPerRecord = count
  }

  /// Ends one of several records.
  mutating func endRecord() {
    unsafe recordCount += 1
    guard let fieldsPerRecord = unsafe fieldsPerRecord else { return }
    if unsafe fieldCount != recordCount * fieldsPerRecord { unsafe areRecordsEven = false }
  }

  /// How often a byte is in the complete fields of the record.
  func count(of byte: UInt8) -> Int {
    unsafe UnsafeRawBufferPointer(start: bytes + recordStart.byte, count: recordBytes)
      .count(of: byte)
  }

  /// Forgets the fields of the record.
  mutating func abandonRecord() {
    unsafe byteCount = unsafe recordStart.byte
    unsafe endCount = unsafe recordStart.end
    unsafe beginRecord()
  }

  /// How many bytes are copied at once of a short field.
  static let shortBytes = 32

  /// Writes down a field of which `shortBytes` bytes can be read, however short it is.
  ///
  /// Most fields are short: to copy a constant number of bytes takes less than to ask how many.
  @inline(__always)
  mutating func appendReadable(_ field: UnsafeRawPointer, count: Int) {
    guard unsafe count <= Self.shortBytes, unsafe byteCapacity - byteCount >= Self.shortBytes,
      unsafe endCount < endCapacity
    else { return unsafe append(field, count: count) }
    let bytes = unsafe field.loadUnaligned(as: SIMD32<UInt8>.self)
    unsafe UnsafeMutableRawPointer(self.bytes + byteCount)
      .storeBytes(of: bytes, as: SIMD32<UInt8>.self)
    unsafe note(count)
  }

  /// Writes down one field.
  mutating func append(_ field: UnsafeRawPointer?, count: Int) {
    if unsafe byteCount + count > byteCapacity { unsafe growBytes(by: count) }
    if unsafe endCount == endCapacity { unsafe growEnds() }
    if let field = unsafe field {
      unsafe UnsafeMutableRawPointer(bytes + byteCount).copyMemory(from: field, byteCount: count)
    }
    unsafe note(count)
  }

  @inline(__always)
  private mutating func note(_ count: Int) {
    unsafe byteCount += count
    unsafe ends[endCount] = unsafe Int32(byteCount)
    unsafe endCount += 1
    if unsafe count > longestField { unsafe longestField = count }
  }

  /// Moves all fields to the end of two arrays, and keeps the memory.
  mutating func move(to bytes: inout [UInt8], ends: inout [Int32]) {
    let base = Int32(bytes.count)
    let source = unsafe UnsafeBufferPointer(start: self.bytes, count: byteCount)
    unsafe bytes.append(contentsOf: source)
    let ownEnds = unsafe self.ends
    let count = unsafe endCount
    ends.append(addingCapacity: count) { (output: inout OutputSpan<Int32>) in
      for index in 0..<count { output.append(base + (unsafe ownEnds[index])) }
    }
    unsafe byteCount = 0
    unsafe endCount = 0
    unsafe beginRecord()
    if unsafe byteCapacity > Self.keptBytes { unsafe shrink() }
  }

  /// The most memory that is kept from one batch to the next.
  private static let keptBytes = 8 << 20

  private mutating func shrink() {
    unsafe bytes.deallocate()
    unsafe byteCapacity = 64 << 10
    unsafe bytes = .allocate(capacity: byteCapacity)
  }

  @inline(never)
  private mutating func growBytes(by count: Int) {
    let capacity = unsafe max(byteCapacity * 2, byteCount + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: bytes, count: byteCount)
    unsafe bytes.deallocate()
    unsafe bytes = unsafe larger
    unsafe byteCapacity = capacity
  }

  @inline(never)
  private mutating func growEnds() {
    let capacity = unsafe endCapacity * 2
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    unsafe larger.update(from: ends, count: endCount)
    unsafe ends.deallocate()
    unsafe ends = unsafe larger
    unsafe endCapacity = capacity
  }
}

extension UnsafeRawBufferPointer {
  /// How often a byte is among these.
  func count(of byte: UInt8) -> Int {
    typealias Vector = SIMD16<UInt8>
    let step = Vector.scalarCount
    let wanted = Vector(repeating: byte)
    var (total, position) = (0, 0)
    while count - position >= step {
      // A lane of the counter holds no more than 255.
      let end = position + Swift.min((count - position) / step, 255) * step
      var counter = Vector.zero
      while position < end {
        let vector = unsafe loadUnaligned(fromByteOffset: position, as: Vector.self)
        counter &+= Vector.zero.replacing(with: 1, where: vector .== wanted)
        position += step
      }
      for lane in counter.indices { total += Int(counter[lane]) }
    }
    while position < count {
      if unsafe self[position] == byte { total += 1 }
      position += 1
    }
    return total
  }
}

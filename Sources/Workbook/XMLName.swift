import Glibc

/// The name of an element or attribute without its prefix, as a value that is compared at once.
///
/// Of a name, the first 16 bytes count: no two names of spreadsheets have those in common and mean
/// different things here.
struct XMLName: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The name in a literal.
  init(_ text: String) {
    for byte in text.utf8.prefix(16).reversed() { prepend(byte) }
  }

  /// A name that is the value of an attribute.
  init(_ text: Span<UInt8>) {
    var position = min(16, text.count)
    while position > 0 {
      position -= 1
      prepend(text[position])
    }
  }

  /// The name behind the colon, or the whole of it.
  init(_ text: UnsafePointer<CChar>) {
    var start = unsafe text
    var next = unsafe text
    while unsafe next.pointee != 0 {
      if unsafe next.pointee == 0x3A { unsafe start = next + 1 }
      unsafe next += 1
    }
    var position = unsafe min(16, next - start)
    while position > 0 {
      position -= 1
      prepend(unsafe UInt8(bitPattern: start[position]))
    }
  }

  @inline(__always)
  private mutating func prepend(_ byte: UInt8) {
    high = high << 8 | low >> 56
    low = low << 8 | UInt64(byte)
  }
}

/// The attributes of an element; to be used while it starts, and not later.
@safe
struct XMLAttributes {
  private let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// Names and values in turn, with nothing behind the last one.
  init(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    unsafe self.list = unsafe list
  }

  /// Calls `body` with each name and value.
  @inline(__always)
  func forEach(_ body: (XMLName, Span<UInt8>) -> Void) {
    guard var next = unsafe list else { return }
    while let name = unsafe next[0], let value = unsafe next[1] {
      let memory = unsafe UnsafeRawBufferPointer(start: value, count: strlen(value))
      let span = unsafe Span<UInt8>(_unsafeBytes: memory)
      body(unsafe XMLName(name), span)
      unsafe next += 2
    }
  }

  /// The value of an attribute as text; nil where there is none.
  func string(_ name: XMLName) -> String? {
    var result: String?
    forEach { if $0 == name { result = String(copying: $1) } }
    return result
  }

  /// How often an attribute says that something is repeated: once where it isn't there, and more often
  /// than any sheet has room for where it is no number of at most nine digits.
  func count(_ name: XMLName) -> Int {
    var result = 1
    forEach { if $0 == name { result = Int(decimal: $1) ?? Int(Int32.max) } }
    return result
  }

  /// The value of an attribute that is a whole number of at most nine digits.
  func number(_ name: XMLName) -> Int? {
    var result: Int?
    forEach { if $0 == name { result = Int(decimal: $1) } }
    return result
  }
}

extension Int {
  /// A number of one to nine digits; nil for any other text.
  @inline(__always)
  init?(decimal text: Span<UInt8>) {
    guard (1...9).contains(text.count) else { return nil }
    var value = 0
    for index in text.indices {
      let digit = text[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    self = value
  }
}

extension String {
  /// A copy of UTF-8, with U+FFFD for what is none.
  init(copying text: Span<UInt8>) {
    var bytes: [UInt8] = []
    bytes.append(text)
    self = String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a copy of `text`.
  @inline(__always)
  mutating func append(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

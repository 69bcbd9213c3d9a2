import CZlib

/// Gzip undone by zlib, which compares the checksum and the length behind each member: libarchive
/// passes over them.
@safe
final class GzipDecoder {
  private let stream: UnsafeMutablePointer<z_stream>
  private let feed: SourceFeed
  private var input: [UInt8] = []
  private var position = 0
  private var inputHasEnded = false
  private var hasEnded = false

  private static let blockBytes = 128 << 10

  /// A decoder at the start of a gzip file.
  ///
  /// - Throws: `InputError` of kind `outOfMemory`.
  init(_ feed: SourceFeed) throws(InputError) {
    self.feed = feed
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe gzip_init(stream) == Z_OK else {
      throw InputError(path: feed.path, kind: .outOfMemory)
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Appends the next bytes, at most `count`.
  ///
  /// - Returns: how many bytes were appended; 0 at the end, when all members were whole and nothing
  ///   else follows them.
  /// - Throws: `InputError`, of kind `damaged` where the file is cut or changed.
  func read(upTo count: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
    let start = buffer.count
    while buffer.count == start, !hasEnded {
      if position == input.count { try refill() }
      let code = inflate(count, into: &buffer)
      switch code {
      case Z_OK, Z_BUF_ERROR:
        // zlib.h: "Z_BUF_ERROR if no progress was possible or if there was not enough room in the
        // output buffer".
        if inputHasEnded, position == input.count, buffer.count == start {
          throw damage("it ends too early")
        }
      case Z_STREAM_END: try endMember()
      case Z_MEM_ERROR: throw InputError(path: feed.path, kind: .outOfMemory)
      default: throw damage(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "")
      }
    }
    return buffer.count - start
  }

  private func refill() throws(InputError) {
    guard !inputHasEnded else { return }
    input.removeAll(keepingCapacity: true)
    position = 0
    inputHasEnded = try feed.read(upTo: Self.blockBytes, into: &input) == 0
  }

  /// Goes on with the next member, where there is one.
  ///
  /// RFC 1952, 2.2: "A gzip file consists of a series of 'members' (compressed data sets). … The
  /// members simply appear one after another in the file, with no additional information before,
  /// between, or after them."
  private func endMember() throws(InputError) {
    if position == input.count { try refill() }
    guard position < input.count else {
      hasEnded = true
      return
    }
    guard input[position] == 0x1F else { throw damage("something else follows its end") }
    unsafe inflateReset(stream)
  }

  /// One call of `inflate`, from where the input is.
  private func inflate(_ count: Int, into buffer: inout [UInt8]) -> Int32 {
    var code = Z_OK
    buffer.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        unsafe input.withUnsafeMutableBufferPointer { bytes in
          let available = bytes.count - position
          unsafe stream.pointee.next_in = unsafe bytes.baseAddress.map { unsafe $0 + position }
          unsafe stream.pointee.avail_in = UInt32(available)
          unsafe stream.pointee.next_out = memory.baseAddress
          unsafe stream.pointee.avail_out = UInt32(count)
          code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          position += unsafe available - Int(stream.pointee.avail_in)
          initialized = unsafe count - Int(stream.pointee.avail_out)
        }
      }
    }
    return code
  }

  private func damage(_ reason: String) -> InputError {
    InputError(path: feed.path, kind: .damaged(.gzip, reason))
  }
}

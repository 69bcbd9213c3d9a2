import Glibc

/// Decodes whatever `iconv(3)` knows.
@safe
final class IconvDecoder: TextDecoder {
  private let descriptor: iconv_t

  /// How many bytes of output are made room for at a time.
  private static let outputBytes = 64 << 10

  /// A decoder for text in `encoding`, or nil where `iconv` has no such encoding.
  ///
  /// A name with a slash is refused: what follows it ("//IGNORE", "//TRANSLIT") tells iconv to drop
  /// or replace characters in silence.
  init?(encoding: String) {
    guard !encoding.isEmpty, !encoding.contains("/") else { return nil }
    // iconv_open(3): "In case of error, iconv_open() sets errno … and returns (iconv_t) -1."
    guard let descriptor = unsafe iconv_open("UTF-8", encoding),
      Int(bitPattern: descriptor) != -1
    else { return nil }
    unsafe self.descriptor = unsafe descriptor
  }

  deinit {
    unsafe iconv_close(descriptor)
  }

  func decode(
    _ raw: [UInt8], atEnd: Bool, into text: inout [UInt8], notes: inout UndecodableNotes
  ) -> Int {
    var position = 0
    while position < raw.count {
      switch convert(raw, from: &position, into: &text) {
      case 0, E2BIG: continue
      // iconv(3): "An incomplete multibyte sequence is encountered in the input, and the input byte
      // sequence terminates after it."
      case EINVAL where !atEnd: return position
      // "An invalid multibyte sequence is encountered in the input. … *inbuf is left pointing to
      // the beginning of the invalid multibyte sequence."
      default:
        notes.note(raw, in: position..<position + 1, at: text.count)
        text.append(raw[position])
        position += 1
      }
    }
    if atEnd { flush(into: &text) }
    return raw.count
  }

  /// Converts until the input is used up, the room for the output is, or a byte does not fit.
  ///
  /// - Returns: 0, or the `errno` of the call.
  private func convert(_ raw: [UInt8], from position: inout Int, into text: inout [UInt8]) -> Int32
  {
    var code: Int32 = 0
    var left = raw.count - position
    let room = max(64, min(left * 4, Self.outputBytes))
    unsafe raw.withUnsafeBufferPointer { input in
      text.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
        unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
          unsafe memory.withMemoryRebound(to: CChar.self) { target in
            var source = unsafe UnsafeMutableRawPointer(mutating: input.baseAddress)?
              .advanced(by: position).assumingMemoryBound(to: CChar.self)
            var destination = target.baseAddress
            var free = room
            if unsafe iconv(descriptor, &source, &left, &destination, &free) == -1 { code = errno }
            initialized = room - free
          }
        }
      }
    }
    position = raw.count - left
    return code
  }

  /// Gets the character that a stateful encoding may have kept back.
  ///
  /// iconv(3): "If inbuf is NULL or *inbuf is NULL, but outbuf is not NULL and *outbuf is not NULL,
  /// the iconv() function attempts to set cd's conversion state to the initial state and store a
  /// corresponding shift sequence at *outbuf."
  private func flush(into text: inout [UInt8]) {
    let room = 64
    text.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        unsafe memory.withMemoryRebound(to: CChar.self) { target in
          var destination = target.baseAddress
          var free = room
          _ = unsafe iconv(descriptor, nil, nil, &destination, &free)
          initialized = room - free
        }
      }
    }
  }
}

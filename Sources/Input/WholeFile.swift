/// A file that is stored as it is: its size and its bytes, a piece at a time.
package struct WholeFile: Sendable {
  /// The path.
  package let path: String
  /// How many bytes it had when it was opened.
  package let byteCount: Int64
  /// The kind of picture that it is; nil where it is none.
  package let pictureKind: PictureKind?

  /// How many bytes are read at once: 256 KiB.
  private static let pieceSize = 256 << 10

  /// Looks at a file.
  ///
  /// - Parameter path: a path.
  /// - Throws: `InputError` where there is no such file, or it is no regular one.
  package init(path: String) throws(InputError) {
    self.path = path
    let file = try InputError.reporting(path, as: InputError.Kind.init(opening:)) {
      () throws(SystemError) in try FileDescriptor.open(path: path, waits: false)
    }
    let kind = try InputError.reporting(path, as: InputError.Kind.reading) {
      () throws(SystemError) in try file.kind()
    }
    guard kind == .regular else {
      throw InputError(path: path, kind: kind == .directory ? .isDirectory : .notRegular)
    }
    (byteCount, pictureKind) = try InputError.reporting(path, as: InputError.Kind.reading) {
      () throws(SystemError) -> (Int64, PictureKind?) in
      var head: [UInt8] = []
      _ = try file.read(upTo: PictureKind.sniffedBytes, into: &head)
      return (try file.size(), PictureKind(head))
    }
  }

  /// Lends the bytes from the first to the last, piece by piece.
  ///
  /// - Parameter body: gets each piece.
  /// - Throws: `InputError`, or what `body` throws.
  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    let file = try InputError.reporting(path, as: InputError.Kind.init(opening:)) {
      () throws(SystemError) in try FileDescriptor.open(path: path, waits: false)
    }
    var piece: [UInt8] = []
    while true {
      piece.removeAll(keepingCapacity: true)
      let count = try InputError.reporting(path, as: InputError.Kind.reading) {
        () throws(SystemError) in try file.read(upTo: Self.pieceSize, into: &piece)
      }
      guard count > 0 else { return }
      try body(piece)
    }
  }
}

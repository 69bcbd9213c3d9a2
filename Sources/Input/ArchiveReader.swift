import CArchive
import Glibc
internal import Records

/// One stream of bytes that libarchive takes out of its container.
@safe
package final class ArchiveReader {
  private let archive: OpaquePointer
  private let format: ForeignFormat
  private let limit: ExpansionLimit
  private let feed: SourceFeed
  /// What libarchive was given last: "The buffer … must remain valid until the next call".
  private let block: UnsafeMutableRawPointer
  private var scratch: [UInt8] = []
  private var failure: InputError?
  private var expandedBytes: Int64 = 0
  private var hasEnded = false

  private static let blockBytes = 128 << 10

  private init(_ feed: SourceFeed, _ format: ForeignFormat, _ limit: ExpansionLimit)
    throws(InputError)
  {
    guard let archive = unsafe archive_read_new() else {
      throw InputError(path: feed.path, kind: .outOfMemory)
    }
    unsafe self.archive = unsafe archive
    self.feed = feed
    self.format = format
    self.limit = limit
    unsafe block = .allocate(byteCount: Self.blockBytes, alignment: 16)
  }

  deinit {
    unsafe archive_read_free(archive)
    unsafe block.deallocate()
  }

  /// Appends the next bytes, at most `count`.
  ///
  /// - Parameters:
  ///   - count: the most bytes to read, at least 1.
  ///   - buffer: the bytes are appended to it.
  /// - Returns: how many bytes were appended; 0 at the end, when all was whole.
  /// - Throws: `InputError`, of kind `damaged` where the container is cut or changed, of kind
  ///   `expandsTooFar` beyond the limits.
  package func read(upTo count: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
    guard !hasEnded else { return 0 }
    var result = 0
    buffer.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        result = unsafe archive_read_data(archive, memory.baseAddress, count)
        initialized = max(0, result)
      }
    }
    guard result >= 0 else { throw error() }
    if result == 0 {
      hasEnded = true
      try checkEnd()
    }
    expandedBytes += Int64(result)
    guard limit.allows(expandedBytes, from: feed.source.consumedBytes) else {
      throw InputError(path: feed.path, kind: .expandsTooFar(format))
    }
    return result
  }

  /// What libarchive's last refusal means.
  private func error() -> InputError {
    if let failure { return failure }
    var reason = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? ""
    // Some of its messages have a line end.
    while reason.last?.isNewline == true { reason.removeLast() }
    return InputError(path: feed.path, kind: .damaged(format, reason))
  }

  /// archive_read_next_header(3): ARCHIVE_WARN "indicates that the operation succeeded but a
  /// non-critical error was encountered", such as a name that the locale has no letters for.
  private func check(_ code: Int32) throws(InputError) {
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw error() }
  }
}

// MARK: One compressed stream

extension ArchiveReader {
  /// Undoes the compression of a source.
  ///
  /// - Parameters:
  ///   - feed: the source, from its first byte on.
  ///   - format: `xz`, `zstd` or `bzip2`.
  ///   - limit: how far it may expand.
  /// - Throws: `InputError` when reading fails or the head is damaged.
  convenience init(
    decompressing feed: SourceFeed, _ format: ForeignFormat, _ limit: ExpansionLimit
  ) throws(InputError) {
    try self.init(feed, format, limit)
    switch format {
    case .xz: unsafe archive_read_support_filter_xz(archive)
    case .zstd: unsafe archive_read_support_filter_zstd(archive)
    default: unsafe archive_read_support_filter_bzip2(archive)
    }
    unsafe archive_read_support_format_raw(archive)
    unsafe archive_read_support_format_empty(archive)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try check(unsafe archive_read_open(archive, context, nil, giveBlock, nil))
    // A head that is too short for its filter is passed on as it is.
    guard unsafe archive_filter_code(archive, 0) != ARCHIVE_FILTER_NONE else {
      throw InputError(path: feed.path, kind: .damaged(format, "it ends too early"))
    }
    var entry: OpaquePointer?
    let code = unsafe archive_read_next_header(archive, &entry)
    if code == ARCHIVE_EOF {
      hasEnded = true
      try checkEnd()
    } else {
      try check(code)
    }
  }

  /// Reads the next block of the source into the memory that libarchive gets.
  fileprivate func fillBlock() -> Int {
    scratch.removeAll(keepingCapacity: true)
    do throws(InputError) {
      _ = try feed.read(upTo: Self.blockBytes, into: &scratch)
    } catch {
      failure = error
      return -1
    }
    unsafe scratch.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe block.copyMemory(from: start, byteCount: bytes.count)
    }
    return scratch.count
  }

  fileprivate var blockAddress: UnsafeRawPointer { unsafe UnsafeRawPointer(block) }

  /// Whether the compressed data ends where the source does: libarchive takes no notice of bytes
  /// behind it, nor of a second stream of bzip2 whose head is damaged.
  private func checkEnd() throws(InputError) {
    guard format != .zip else { return }
    let used = unsafe archive_filter_bytes(archive, -1)
    _ = try feed.drain()
    guard used == feed.source.consumedBytes else {
      let kind = InputError.Kind.damaged(format, "something else follows its end")
      throw InputError(path: feed.path, kind: kind)
    }
  }
}

// MARK: A member of a zip archive

extension ArchiveReader {
  /// Opens a zip archive before its first member.
  ///
  /// - Parameters:
  ///   - feed: a source that can be read again, whose bytes have all been read once. While this
  ///     reader is used, nothing else may read it.
  ///   - limit: how far each member may expand.
  /// - Throws: `InputError` of kind `damaged` or `readFailed`.
  convenience init(zip feed: SourceFeed, _ limit: ExpansionLimit) throws(InputError) {
    try self.init(feed, .zip, limit)
    unsafe archive_read_support_format_zip_seekable(archive)
    let number = try feed.source.descriptorAtStart()
    try check(unsafe archive_read_open_fd(archive, number, Self.blockBytes))
  }

  /// Goes to the next member.
  ///
  /// - Returns: nil after the last one.
  /// - Throws: `InputError` of kind `damaged` or `encrypted`.
  func nextMember() throws(InputError) -> ZipArchive.Member? {
    var entry: OpaquePointer?
    let code = unsafe archive_read_next_header(archive, &entry)
    if code == ARCHIVE_EOF { return nil }
    try check(code)
    let name =
      unsafe (archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry))
      .map { unsafe FileName.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? ""
    return ZipArchive.Member(
      name: name, isFolder: name.hasSuffix("/"),
      isEncrypted: unsafe archive_entry_is_data_encrypted(entry) != 0)
  }
}

private func giveBlock(
  _ archive: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
  _ block: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int {
  guard let context = unsafe context else { return -1 }
  let reader = unsafe Unmanaged<ArchiveReader>.fromOpaque(context).takeUnretainedValue()
  unsafe block?.pointee = unsafe reader.blockAddress
  return reader.fillBlock()
}

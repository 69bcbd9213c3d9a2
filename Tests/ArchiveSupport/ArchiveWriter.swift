import CArchive

/// Makes the compressed files and archives that tests read.
package enum ArchiveWriter {
  /// A way to compress one stream.
  package enum Filter: CaseIterable, Sendable {
    case gzip
    case xz
    case zstd
    case bzip2
  }

  /// A library's refusal: the test's own mistake.
  package struct Failure: Error {}

  /// Bytes, compressed.
  package static func compress(_ bytes: [UInt8], _ filter: Filter) throws -> [UInt8] {
    try unsafe write([("data", bytes)]) { archive in
      unsafe archive_write_set_format_raw(archive)
      switch filter {
      case .gzip: unsafe archive_write_add_filter_gzip(archive)
      case .xz: unsafe archive_write_add_filter_xz(archive)
      case .zstd: unsafe archive_write_add_filter_zstd(archive)
      case .bzip2: unsafe archive_write_add_filter_bzip2(archive)
      }
    }
  }

  /// A zip archive; a name that ends in a slash is a folder.
  package static func zip(_ members: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
    try unsafe write(members) { unsafe archive_write_set_format_zip($0) }
  }

  private static func write(
    _ members: [(name: String, bytes: [UInt8])], _ setUp: (OpaquePointer) -> Void
  ) throws -> [UInt8] {
    guard let archive = unsafe archive_write_new() else { throw Failure() }
    defer { unsafe archive_write_free(archive) }
    unsafe setUp(archive)
    unsafe archive_write_set_bytes_in_last_block(archive, 1)
    let room = members.reduce(4096) { $0 + $1.bytes.count * 2 + $1.name.utf8.count * 2 + 512 }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    defer { unsafe memory.deallocate() }
    let used = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { unsafe used.deallocate() }
    unsafe used.initialize(to: 0)
    try check(unsafe archive_write_open_memory(archive, memory, room, used))
    for member in members { try unsafe add(member.name, member.bytes, to: archive) }
    try check(unsafe archive_write_close(archive))
    return unsafe Array(UnsafeRawBufferPointer(start: memory, count: used.pointee))
  }

  private static func add(_ name: String, _ bytes: [UInt8], to archive: OpaquePointer) throws {
    let entry = unsafe archive_entry_new()
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name)
    unsafe archive_entry_set_filetype(entry, name.hasSuffix("/") ? 0o040000 : 0o100000)
    unsafe archive_entry_set_size(entry, Int64(bytes.count))
    unsafe archive_entry_set_perm(entry, 0o644)
    try check(unsafe archive_write_header(archive, entry))
    let written = unsafe bytes.withUnsafeBytes {
      unsafe archive_write_data(archive, $0.baseAddress, $0.count)
    }
    guard written == bytes.count else { throw Failure() }
  }

  private static func check(_ code: Int32) throws {
    guard code == ARCHIVE_OK else { throw Failure() }
  }
}

/// A zip archive, of which any member can be read: a compressed table, or a workbook.
///
/// The list of members at its end counts, so it is read as a file: a pipe is copied first.
package final class ZipArchive {
  /// One file or folder of an archive.
  package struct Member: Sendable, Equatable {
    /// The path within the archive.
    package let name: String
    let isFolder: Bool
    let isEncrypted: Bool

    /// Whether it is what a file system adds by itself, no file that somebody put there.
    var isAside: Bool { isFolder || name.hasPrefix("__MACOSX/") }
  }

  /// The members in the order of the archive.
  package let members: [Member]
  private let feed: SourceFeed
  private let limit: ExpansionLimit

  /// The most members an archive may have: a list of more is an attack.
  package static let membersMax = 65_536

  /// Reads the list of members, after the whole source was hashed.
  ///
  /// - Throws: `InputError`, of kind `damaged` where there is no such list.
  init(_ feed: SourceFeed, _ limit: ExpansionLimit) throws(InputError) {
    try feed.source.spool()
    try feed.rewind()
    _ = try feed.drain()
    let reader = try ArchiveReader(zip: feed, limit)
    var members: [Member] = []
    while let member = try reader.nextMember() {
      guard members.count < Self.membersMax else {
        throw InputError(path: feed.path, kind: .damaged(.zip, "it has too many members"))
      }
      members.append(member)
    }
    self.members = members
    self.feed = feed
    self.limit = limit
  }

  /// The path of the archive as it was given.
  package var path: String { feed.path }

  /// What the archive is, by its members.
  var format: ForeignFormat {
    let names = Set(members.map(\.name))
    if names.contains("[Content_Types].xml"), names.contains(where: { $0.hasPrefix("xl/") }) {
      return .xlsx
    }
    return names.contains("mimetype") && names.contains("content.xml") ? .ods : .zip
  }

  /// Opens a member at its first byte.
  ///
  /// Of two that are open, only the later one may be read.
  ///
  /// - Parameter name: its path within the archive; the first of that name is opened.
  /// - Returns: nil where there is none.
  /// - Throws: `InputError` of kind `damaged`, `encrypted` or `readFailed`.
  package func open(_ name: String) throws(InputError) -> ArchiveReader? {
    let reader = try ArchiveReader(zip: feed, limit)
    while let member = try reader.nextMember() {
      guard member.name == name else { continue }
      guard !member.isEncrypted else { throw InputError(path: path, kind: .encrypted(.zip)) }
      return reader
    }
    return nil
  }

  /// Opens the only file that is in the archive.
  ///
  /// - Throws: `InputError` of kind `notOneMember` where there is none, or several.
  func openOnlyMember() throws(InputError) -> ArchiveReader {
    let files = members.filter { !$0.isAside }
    guard files.count == 1, let reader = try open(files[0].name) else {
      throw InputError(path: path, kind: .notOneMember(files.map(\.name)))
    }
    return reader
  }
}

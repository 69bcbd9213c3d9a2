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
  /// The files that were passed over for the only one that may be a list, once that was opened.
  private(set) var passedOver: [String] = []
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
    // By bytes: text with an accent can be the same in two ways of writing it.
    var names: Set<[UInt8]> = []
    while let member = try reader.nextMember() {
      guard members.count < Self.membersMax else {
        throw InputError(path: feed.path, kind: .damaged(.zip, "it has too many members"))
      }
      // Only the first could ever be opened, and taken for the others.
      guard member.isFolder || names.insert(Array(member.name.utf8)).inserted else {
        throw InputError(
          path: feed.path, kind: .damaged(.zip, "several of its files are named \"\(member.name)\"")
        )
      }
      members.append(member)
    }
    self.members = members
    self.feed = feed
    self.limit = limit
    format = try findFormat()
  }

  /// The path of the archive as it was given.
  package var path: String { feed.path }

  /// What the archive is, by its members: `xlsx`, `ods`, or a `zip` of files.
  package private(set) var format = ForeignFormat.zip

  /// The type that an OpenDocument spreadsheet says it is of; that of a template begins with it too.
  private static let spreadsheetType = Array("application/vnd.oasis.opendocument.spreadsheet".utf8)

  /// Looks at the names of the members and, for an OpenDocument, at the type that its member
  /// `mimetype` names (OpenDocument 1.3, part 2, 3.3).
  private func findFormat() throws(InputError) -> ForeignFormat {
    let names = Set(members.map(\.name))
    if names.contains("[Content_Types].xml"), names.contains(where: { $0.hasPrefix("xl/") }) {
      return .xlsx
    }
    guard names.contains("mimetype"), let member = try open("mimetype") else { return .zip }
    var type: [UInt8] = []
    _ = try member.read(upTo: 256, into: &type)
    return type.starts(with: Self.spreadsheetType) ? .ods : .zip
  }

  /// Opens a member at its first byte.
  ///
  /// Of two that are open, only the later one may be read.
  ///
  /// - Parameter name: its path within the archive, byte by byte.
  /// - Returns: nil where there is none.
  /// - Throws: `InputError` of kind `damaged`, `encrypted` or `readFailed`.
  package func open(_ name: String) throws(InputError) -> ArchiveReader? {
    let reader = try ArchiveReader(zip: feed, limit)
    while let member = try reader.nextMember() {
      guard member.name.utf8.elementsEqual(name.utf8) else { continue }
      guard !member.isEncrypted else { throw InputError(path: path, kind: .encrypted(.zip)) }
      return reader
    }
    return nil
  }

  /// Opens a file of the archive.
  ///
  /// - Parameter name: its path, or the last part of it, in any case; nil for the only one that
  ///   may be a list.
  /// - Returns: the file, at its first byte.
  /// - Throws: `InputError` of kind `notOneMember` where there is none, or several, and none is named;
  ///   of kind `noMember` where no file has that name, or several have.
  func openFile(named name: String?) throws(InputError) -> ArchiveReader {
    let files = members.filter { !$0.isAside }.map(\.name)
    guard let name else {
      let found = try findLists()
      guard found.lists.count == 1, let reader = try open(found.lists[0]) else {
        throw InputError(
          path: path, kind: .notOneMember(found.lists, passedOver: found.passedOver))
      }
      passedOver = found.passedOver
      return reader
    }
    let folded = name.lowercased()
    var found = files.filter { $0.utf8.elementsEqual(name.utf8) }
    if found.isEmpty { found = files.filter { $0 == name } }
    if found.isEmpty { found = files.filter { $0.lowercased() == folded } }
    if found.isEmpty { found = files.filter { $0.lowercased().hasSuffix("/" + folded) } }
    guard let first = found.first, found.count == 1, let reader = try open(first)
    else { throw InputError(path: path, kind: .noMember(name, among: files)) }
    return reader
  }
}

/// The files of an archive that may be lists, and those beside them that are none.
extension ZipArchive {
  /// The names of files, in the order of the archive.
  struct Lists: Equatable {
    /// Those that may be lists.
    var lists: [String] = []
    /// Those that are none by their names or by their first bytes.
    var passedOver: [String] = []
  }

  /// The most files whose first bytes are looked at: to open one takes a walk over all before it.
  private static let sniffedMax = 64

  /// Tells lists from what was put beside them: a read-me, pictures, hidden files.
  ///
  /// - Returns: all files as lists where none would be left.
  /// - Throws: `InputError` where a file can't be read.
  func findLists() throws(InputError) -> Lists {
    let files = members.filter { !$0.isAside }
    guard files.count > 1 else { return Lists(lists: files.map(\.name)) }
    var found = Lists()
    var sniffed = 0
    for file in files {
      var isNone = file.isNoListByName
      if !isNone, !file.isEncrypted, !file.isNamedList, sniffed < Self.sniffedMax {
        sniffed += 1
        isNone = try isNoListByContent(file.name)
      }
      if isNone { found.passedOver.append(file.name) } else { found.lists.append(file.name) }
    }
    return found.lists.isEmpty ? Lists(lists: files.map(\.name)) : found
  }

  private func isNoListByContent(_ name: String) throws(InputError) -> Bool {
    guard let reader = try open(name) else { return false }
    var head: [UInt8] = []
    while head.count < ForeignFormat.sniffedBytes,
      try reader.read(upTo: ForeignFormat.sniffedBytes - head.count, into: &head) > 0
    {}
    if PictureKind(head) != nil { return true }
    return switch ForeignFormat.recognize(head[...]) {
    case .pdf, .png, .jpeg, .html, .sqlite, .parquet: true
    default: false
    }
  }
}

extension ZipArchive.Member {
  private static let listEndings: Set<String> = [
    "csv", "tsv", "tab", "psv", "txt", "xlsx", "xlsm", "xls", "ods", "gz", "xz", "zst", "bz2",
    "zip",
  ]
  private static let otherEndings: Set<String> = [
    "md", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "avif", "heic", "svg", "ico",
  ]

  /// The last part of the path, in lower case, and what is behind its last dot.
  private var parts: (file: String, ending: String) {
    let file = (name.split(separator: "/").last ?? "").lowercased()
    let ending = file.lastIndex(of: ".").map { String(file[file.index(after: $0)...]) } ?? ""
    return (file, ending)
  }

  /// Whether it is called a list, or what a list may be in.
  fileprivate var isNamedList: Bool { Self.listEndings.contains(parts.ending) }

  /// Whether its name says that it is no list: a read-me, a picture, a hidden file.
  fileprivate var isNoListByName: Bool {
    let (file, ending) = parts
    let isReadMe = file.hasPrefix("readme") && (ending == "txt" || !isNamedList)
    let isHidden = name.split(separator: "/").contains {
      $0.hasPrefix(".") && $0 != "." && $0 != ".."
    }
    return isReadMe || isHidden || Self.otherEndings.contains(ending)
  }
}

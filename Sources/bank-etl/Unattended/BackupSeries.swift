/// Backups of one database, told apart by the time in their names: `bank-20261130T091500Z.db`.
struct BackupSeries {
  /// The path that the names are made from: `backups/bank.db`.
  let path: String

  /// The path of the backup made at a time.
  ///
  /// - Parameter time: the time in UTC, as `20261130T091500Z`.
  /// - Returns: the path, with the time before the extension.
  func path(at time: String) -> String {
    let (folder, name) = FilePath.parts(path)
    let (stem, suffix) = FilePath.extensionParts(name)
    return "\(folder)\(stem)-\(time)\(suffix)"
  }

  /// The backups that are one too many, and those whose names have a later time than the newest.
  ///
  /// The latter, of a clock that was wrong, count for nothing: they would push out those that are good.
  ///
  /// - Parameters:
  ///   - names: the names in the folder.
  ///   - count: how many of the youngest stay, at least 1: the newest is among them.
  ///   - newest: the path of the one that was just made.
  /// - Returns: paths, the oldest first; a file whose name is not exactly one of the series is never
  ///   among them.
  func surplus(
    among names: [String], keeping count: Int, newest: String
  ) -> (surplus: [String], later: [String]) {
    let (folder, name) = FilePath.parts(path)
    let (stem, suffix) = FilePath.extensionParts(name)
    let own = names.filter { name in
      guard name.hasPrefix(stem + "-"), name.hasSuffix(suffix),
        name.utf8.count == stem.utf8.count + 1 + Self.timeLength + suffix.utf8.count
      else { return false }
      return Self.isTime(name.dropFirst(stem.count + 1).prefix(Self.timeLength))
    }
    // The times are of one length, so that the order of the text is that of the time.
    let paths = own.sorted().map { folder + $0 }
    return (paths.filter { $0 <= newest }.dropLast(count), paths.filter { $0 > newest })
  }

  private static let timeLength = 16

  /// Whether a text is `20261130T091500Z` or alike.
  private static func isTime(_ text: Substring) -> Bool {
    zip(text, "00000000T000000Z").allSatisfy { character, model in
      model == "0" ? ("0"..."9").contains(character) : character == model
    }
  }
}

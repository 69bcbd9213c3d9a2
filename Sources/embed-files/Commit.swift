import Foundation

/// The commit that a source folder is of.
struct Commit {
  /// The top folder of the sources.
  let root: URL

  /// The commit's hash in hexadecimal.
  ///
  /// - Returns: nil where the folder is neither an archive of a commit nor a checkout.
  var hash: String? {
    archived ?? lastOfReflog ?? detachedHead
  }

  /// What `git archive` has put into the file: "export-subst … expand several placeholders when
  /// adding this file to an archive" (gitattributes(5)).
  private var archived: String? {
    Self.hash(text(root.appending(path: "packaging/commit")))
  }

  /// "old new Name <mail> time …": the last line of the log is about the last change of HEAD.
  private var lastOfReflog: String? {
    guard let folder,
      let line = text(folder.appending(path: "logs/HEAD"))?
        .split(separator: "\n").last
    else { return nil }
    let words = line.split(separator: " ")
    return words.count > 1 ? Self.hash(String(words[1])) : nil
  }

  private var detachedHead: String? {
    guard let folder, let head = text(folder.appending(path: "HEAD")) else { return nil }
    guard head.hasPrefix("ref: ") else { return Self.hash(head) }
    let name = head.dropFirst(5).trimmingCharacters(in: .whitespacesAndNewlines)
    return Self.hash(text(folder.appending(path: name)))
  }

  /// Git's folder; a worktree has a file in its place, with the folder's path in it.
  private var folder: URL? {
    let git = root.appending(path: ".git")
    guard let link = text(git), link.hasPrefix("gitdir: ") else { return git }
    let path = link.dropFirst(8).trimmingCharacters(in: .whitespacesAndNewlines)
    return path.hasPrefix("/") ? URL(filePath: path) : root.appending(path: path)
  }

  private func text(_ url: URL) -> String? { try? String(contentsOf: url, encoding: .utf8) }

  private static func hash(_ text: String?) -> String? {
    guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), text.count >= 40,
      text.allSatisfy(\.isHexDigit)
    else { return nil }
    return text
  }
}

/// Which part stands behind each identifier that a part of a workbook uses.
final class Relationships: XMLContent {
  /// The folder of the part that the identifiers are used in, with a slash at its end, or empty.
  private let folder: String
  /// The names of the parts by identifier.
  private(set) var targets: [String: String] = [:]
  /// The names of the parts by the last word of their type, such as `styles`.
  private(set) var targetsByType: [String: String] = [:]

  /// The most relationships of one part that are kept.
  private static let countMax = 100_000

  /// The relationships of the part of this name.
  init(of part: String) {
    folder = part.lastIndex(of: "/").map { String(part[...$0]) } ?? ""
  }

  /// The name of the part that holds the relationships of the part of this name.
  static func name(of part: String) -> String {
    let split = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    return "\(part[..<split])_rels/\(part[split...]).rels"
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    guard name == XMLName("Relationship"), let target = attributes.string(XMLName("Target")) else {
      return
    }
    guard targets.count < Self.countMax else {
      failure = .malformed("it has more than \(Self.countMax) relationships")
      return
    }
    let path = target.hasPrefix("/") ? String(target.dropFirst()) : folder + target
    if let id = attributes.string(XMLName("Id")) { targets[id] = Self.resolved(path) }
    if let type = attributes.string(XMLName("Type"))?.split(separator: "/").last {
      targetsByType[String(type)] = Self.resolved(path)
    }
  }

  /// A path without `.` and `..` in it.
  private static func resolved(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

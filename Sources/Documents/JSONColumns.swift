/// The columns of a document of JSON: the names of its objects' members.
struct JSONColumns {
  /// The names, in the order in which they came first.
  private(set) var names: [[UInt8]] = []
  private var indexes: [[UInt8]: Int] = [:]

  /// The most columns; what a sheet of Excel can have.
  static let countMax = 16_384

  /// Takes in the names of an object.
  mutating func add(_ scanner: JSONScanner) {
    for (place, member) in scanner.members.enumerated()
    where index(of: member, at: place, in: scanner) == nil && names.count < Self.countMax {
      let name = Array(scanner.text[member.name])
      indexes[name] = names.count
      names.append(name)
    }
  }

  /// The column of a member.
  ///
  /// - Parameters:
  ///   - member: the member.
  ///   - place: its place in the object, where its column is looked for first.
  ///   - scanner: has its name.
  /// - Returns: nil where no object that was looked at has the name.
  func index(of member: JSONScanner.Member, at place: Int, in scanner: JSONScanner) -> Int? {
    if place < names.count, names[place].count == member.name.count,
      names[place].indices.allSatisfy({
        names[place][$0] == scanner.text[member.name.lowerBound + $0]
      })
    {
      return place
    }
    return indexes[Array(scanner.text[member.name])]
  }
}

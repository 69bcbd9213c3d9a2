import SQLite
import Testing

@testable import Loading

@Suite struct CollationTests {
  @Test(arguments: [
    "BINARY", "NOCASE", "RTRIM",
  ])
  func `texts are the same where SQLite says so`(name: String) throws {
    let database = try Database(path: ":memory:", access: .create)
    let texts = ["", " ", "a", "A", "a ", "A  ", "ab", "a b", "z", "[", "{", "é", "É"]
    for left in texts {
      for right in texts {
        let expected = try database.value(
          "SELECT ? = ? COLLATE \(name)", [.text(left), .text(right)])
        let collation = Collation(name.lowercased())
        let (bytes, others) = (Array(left.utf8)[...], Array(right.utf8)[...])
        #expect(collation.isSame(bytes, others) == (expected == 1), "\(left) \(right)")
      }
    }
  }

  @Test func `other names are compared byte by byte`() {
    #expect(Collation("nocase") == .noCase && Collation("german") == .binary)
  }
}

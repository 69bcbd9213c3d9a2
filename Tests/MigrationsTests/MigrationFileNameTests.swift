import Testing

@testable import Migrations

struct MigrationFileNameTests {
  @Test(arguments: [
    ("0001_a.up.sql", 1, "0001", "a", MigrationFileName.Role.up),
    ("1_add-zip_2.down.sql", 1, "1", "add-zip_2", .down),
    ("20260131120000_X.verify.sql", 20_260_131_120_000, "20260131120000", "X", .verify),
    ("9223372036854775807_a.up.sql", .max, "9223372036854775807", "a", .up),
    ("7__.up.sql", 7, "7", "_", .up),
  ])
  func `a name has a number, a name and a role`(
    _ text: String, _ version: Int64, _ digits: String, _ name: String,
    _ role: MigrationFileName.Role
  ) throws {
    let fileName = try #require(MigrationFileName(text))
    #expect(fileName.version == version)
    #expect(fileName.digits == digits)
    #expect(fileName.name == name)
    #expect(fileName.role == role)
    #expect(fileName.label == "\(digits)_\(name)")
  }

  @Test(arguments: [
    "", "a.up.sql", "_a.up.sql", "1.up.sql", "1_.up.sql", "1a.up.sql", "1_a.sql", "1_a.UP.sql",
    "1_a.up.SQL", "1_a.up.sql.bak", "1_a b.up.sql", "1_ä.up.sql", "1_a.b.up.sql", "0_a.up.sql",
    "0000_a.up.sql", "-1_a.up.sql", "+1_a.up.sql", "9223372036854775808_a.up.sql", "١_a.up.sql",
    "1_a.upp.sql", " 1_a.up.sql", "1_a.up.sql ",
  ])
  func `anything else is no name of a migration`(_ text: String) {
    #expect(MigrationFileName(text) == nil)
  }
}

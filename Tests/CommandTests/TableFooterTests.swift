import Testing

/// Notes and totals below a table, as `inspect` and `convert` count them.
struct TableFooterTests {
  @Test(arguments: [
    ("", 0), ("Total,,6\n", 1), ("\nSource: us\n", 1), ("Total,,6\n\nSource: us,,\n", 2),
    ("Total,,6\n4,5,6\n", 0), ("x,y,z,u\n", 1),
  ])
  func `inspect and convert agree`(below: String, count: Int) async throws {
    let workspace = try Workspace()
    try workspace.write("in.csv", "a,b,c\n1,2,3\n4,5,6\n7,8,9\n" + below)
    let inspected = try await workspace.run("inspect", "in.csv")
    #expect(inspected.stdout.split(separator: "\n").count { $0.hasPrefix("below ") } == count)
    let converted = try await workspace.run("convert", "in.csv", "--no-types")
    let note = "in.csv: \(count) record\(count == 1 ? "" : "s") at the end, from line "
    #expect(converted.stderr.contains(note) == (count > 0), "\(converted)")
  }
}

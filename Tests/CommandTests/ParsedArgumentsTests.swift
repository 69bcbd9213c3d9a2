import Testing

@testable import bank_etl

struct ParsedArgumentsTests {
  private static let size = Option.valued("size", "N", .count, default: "7", help: "h")
  private static let step = Option.valued(
    "step", "N", .numberOrWord(1...Int64.max, "file"), help: "h")
  private static let format = Option.valued(
    "format", "F", .choice(RowFormat.self), default: "table", help: "h")
  private static let quiet = Option.flag("quiet", help: "h")

  private static func arguments(_ words: String...) throws -> ParsedArguments {
    var reader = ArgumentReader(
      command: Command(
        path: ["x"], summary: "s", options: [size, step, format, quiet],
        action: .run { _ in .success }))
    for word in words { try reader.take(word) }
    return try reader.finish()
  }

  @Test func `defaults count when nothing is given`() throws {
    let arguments = try Self.arguments()
    #expect(arguments.number(Self.size) == 7)
    #expect(arguments.number(Self.step) == nil)
    #expect(arguments.choice(Self.format, as: RowFormat.self) == .table)
    #expect(!arguments.has(Self.quiet))
    #expect(!arguments.has(Self.size))
    #expect(arguments.texts(Self.size).isEmpty)
  }

  @Test func `the last value given counts`() throws {
    let arguments = try Self.arguments(
      "--size", "1", "--size=2", "--step", "file", "--format", "csv", "--quiet")
    #expect(arguments.number(Self.size) == 2)
    #expect(arguments.texts(Self.size) == ["1", "2"])
    #expect(arguments.text(Self.step) == "file")
    #expect(arguments.number(Self.step) == nil)
    #expect(arguments.choice(Self.format, as: RowFormat.self) == .csv)
    #expect(arguments.has(Self.quiet))
  }
}

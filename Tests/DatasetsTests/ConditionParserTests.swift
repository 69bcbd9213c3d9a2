import SeedSupport
import Testing

@testable import Datasets

struct ConditionParserTests {
  private static let names: FieldNames = {
    let fields = """
      {"name": "Bank Name", "type": "string", "column": "name", "aliases": ["Institution"]},
      {"name": "State", "type": "string", "column": "state"},
      {"name": "Closing Date", "title": "Closed on", "type": "date", "column": "close_date",
       "dateOrder": "mdy"},
      {"name": "Cost", "type": "number", "column": "cost",
       "constraints": {"required": true, "minimum": 0}},
      {"name": "a\\"; DROP TABLE t; --", "type": "integer", "column": "odd\\"name"}
      """
    guard let dataset = try? dataset(fields) else { return FieldNames([]) }
    return FieldNames(dataset.fields, numbers: ["id", "run_id"])
  }()

  private static let state = Condition.comparison(column: "state", .equal, .text("GA"))
  private static let open = Condition.isNull(column: "close_date")

  @Test(
    arguments: [
      ("state = 'GA'", state),
      ("  STATE=GA  ", state),
      ("(((state == GA)))", state),
      ("state <> 'O''Fallon'", .comparison(column: "state", .unequal, .text("O'Fallon"))),
      ("name != ' a b '", .comparison(column: "name", .unequal, .text("a b"))),
      (
        "\"closing date\" >= 3/12/2023",
        .comparison(column: "close_date", .greaterOrEqual, .text("2023-03-12"))
      ),
      ("\"Closed on\" < 2010-01-01", .comparison(column: "close_date", .less, .text("2010-01-01"))),
      ("cost > -1", .comparison(column: "cost", .greater, .number(-1))),
      ("cost <= '$1,234.50'", .comparison(column: "cost", .lessOrEqual, .number(1234.5))),
      ("run_id = 4", .comparison(column: "run_id", .equal, .integer(4))),
      ("institution like '%''%'", .like(column: "name", pattern: "%'%")),
      ("name not like a%", .not(.like(column: "name", pattern: "a%"))),
      ("state in (GA, 'FL')", .among(column: "state", [.text("GA"), .text("FL")])),
      ("state not in (GA)", .not(.among(column: "state", [.text("GA")]))),
      ("id between 1 and 5", .between(column: "id", .integer(1), .integer(5))),
      ("id not between 1 and 5", .not(.between(column: "id", .integer(1), .integer(5)))),
      ("close_date is null", open),
      ("close_date IS NOT NULL", .not(open)),
      ("state = GA and close_date is null", .all([state, open])),
      ("state = GA or close_date is null", .any([state, open])),
      (
        "state = GA or not state = GA and close_date is null",
        .any([state, .all([.not(state), open])])
      ),
      ("(state = GA or close_date is null) and state = GA", .all([.any([state, open]), state])),
      ("\"odd\"\"name\" = 1", .comparison(column: "odd\"name", .equal, .integer(1))),
    ] as [(String, Condition)])
  func `expressions that are conditions`(text: String, expected: Condition) throws {
    #expect(try ConditionParser.parse(text, Self.names) == expected)
  }

  @Test(
    arguments: [
      ("", 1, "expected a column but found the end"),
      ("state", 6, "expected =, <>, <, <=, >, >=, like, in, between or is null but found the end"),
      ("stat = 1", 1, "unknown column \"stat\"; did you mean 'state'?"),
      ("state = ", 9, "expected a value but found the end"),
      ("state = ''", 9, "expected a value but found none; 'is null' finds rows without one"),
      ("state = 'GA", 9, "expected a closing ' but found the end"),
      ("state =< 1", 7, "expected =, <>, <, <=, > or >= but found \"=<\""),
      ("cost = abc", 8, "cost: expected a number but found \"abc\""),
      ("close_date = 2010-13-01", 14, nil),
      ("state = GA and", 15, "expected a column but found the end"),
      ("state = GA state = FL", 12, "expected and, or, or the end but found \"state\""),
      ("(state = GA", 12, "expected and, or, or \")\" but found the end"),
      ("state in GA", 10, "expected \"(\" and values but found \"GA\""),
      ("state in (GA FL)", 14, "expected \",\" or \")\" but found \"FL\""),
      ("id between 1 or 2", 14, "expected and but found \"or\""),
      ("state is GA", 10, "expected null but found \"GA\""),
      ("length(name) > 3", 1, nil),
      ("(select 1) = 1", 2, nil),
      ("state = (select 1)", 9, "expected a value but found \"(\""),
      ("name = upper('x')", 13, "expected and, or, or the end but found \"(\""),
      ("state = 'x' union select 1", 13, nil),
      ("\"state\"\" = 1\"", 1, nil),
      ("'state' = 1", 1, "expected a column but found \"state\""),
      ("1 = 1", 1, nil),
    ] as [(String, Int, String?)])
  func `expressions that are not, with the place`(
    text: String, position: Int, message: String?
  ) {
    let error = #expect(throws: ConditionError.self) { () throws in
      _ = try ConditionParser.parse(text, Self.names)
    }
    #expect(error?.position == position)
    if let message { #expect(error?.message == message) }
  }

  @Test func `what has no end has limits`() throws {
    let deep = String(repeating: "(", count: 5_000) + "id = 1"
    #expect(throws: ConditionError.self) { () throws in
      _ = try ConditionParser.parse(deep, Self.names)
    }
    let negations = String(repeating: "not ", count: 5_000) + "id = 1"
    #expect(throws: ConditionError.self) { () throws in
      _ = try ConditionParser.parse(negations, Self.names)
    }
    let long = "state = '" + String(repeating: "x", count: 10_000_000) + "'"
    #expect(throws: ConditionError.self) { () throws in
      _ = try ConditionParser.parse(long, Self.names)
    }
    let many = Array(repeating: "id = 1", count: 1_001).joined(separator: " or ")
    #expect(throws: ConditionError.self) { () throws in
      _ = try ConditionParser.parse(many, Self.names)
    }
    let most = Array(repeating: "id = 1", count: 1_000).joined(separator: " or ")
    guard case .any(let terms) = try ConditionParser.parse(most, Self.names) else {
      Issue.record("expected alternatives")
      return
    }
    #expect(terms.count == 1_000)
  }

  @Test(arguments: 0..<8) func `no text makes it crash`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let words = [
      "state", "cost", "close_date", "id", "and", "or", "not", "like", "in", "between", "is",
      "null",
      "(", ")", ",", "=", "<>", "<", "'", "\"", "''", "GA", "1", "-", ";", "\u{0}", "é", "\u{202e}",
    ]
    for _ in 0..<500 {
      let count = Int.random(in: 0...12, using: &generator)
      let text = (0..<count).map { _ in words[Int.random(in: words.indices, using: &generator)] }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      _ = try? ConditionParser.parse(text, Self.names)
    }
  }
}

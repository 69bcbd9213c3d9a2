/// How near what was read of a polluted file is to what should have been: ten measures from 0 to 1.
///
/// They are those of Vitagliano and others, "Pollock: A Data Loading Benchmark" (VLDB 2023): whether
/// the file could be read at all, and precision, recall and F1 of the header's cells, of the
/// records, and of all cells, each as a bag.
struct PollutionScore: Sendable {
  /// Whether it was read exactly as it should.
  let isExact: Bool
  /// The sum of the ten measures.
  let points: Double

  /// Compares the rows that were read with those expected.
  init(_ found: [[String]]?, expected: [[String]], hasHeader: Bool) {
    guard let found else {
      (isExact, points) = (false, 0)
      return
    }
    isExact = found == expected
    let first = hasHeader ? 1 : 0
    func records(_ rows: [[String]]) -> [String] { rows.dropFirst(first).map { $0.joined() } }
    points =
      1 + (hasHeader ? Self.measures(found.first ?? [], expected.first ?? []) : 3)
      + Self.measures(records(found), records(expected))
      + Self.measures(found.flatMap(\.self), expected.flatMap(\.self))
  }

  /// Precision, recall and F1 of one bag, taken together.
  private static func measures(_ found: [String], _ expected: [String]) -> Double {
    guard !expected.isEmpty else { return 3 }
    var left: [String: Int] = [:]
    for text in expected { left[text, default: 0] += 1 }
    var common = 0.0
    for text in found where left[text, default: 0] > 0 {
      left[text, default: 0] -= 1
      common += 1
    }
    guard common > 0 else { return 0 }
    let (precision, recall) = (common / Double(found.count), common / Double(expected.count))
    return precision + recall + 2 * precision * recall / (precision + recall)
  }

  /// The rows of a text as RFC 4180 has it.
  static func rows(of csv: String) -> [[String]] {
    var (rows, row, field) = ([[String]](), [String](), String.UnicodeScalarView())
    var (inQuotes, wasQuote) = (false, false)
    for scalar in csv.unicodeScalars {
      if inQuotes {
        if scalar == "\"" { inQuotes = false; wasQuote = true } else { field.append(scalar) }
        continue
      }
      switch scalar {
      case "\"":
        if wasQuote { field.append(scalar) }
        inQuotes = true
      case ",", "\n":
        row.append(String(field))
        field.removeAll()
        if scalar == "\n" {
          rows.append(row)
          row = []
        }
      default: field.append(scalar)
      }
      wasQuote = false
    }
    return rows
  }
}

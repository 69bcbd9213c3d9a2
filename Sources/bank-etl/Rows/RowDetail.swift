import Datasets
import Loading
import SQLite

/// All that is shown of one row: for people as text, for programs as JSON.
struct RowDetail {
  private let dataset: Dataset
  private let key: RowKey
  private let row: StoredRow
  private let run: LedgerRun?
  private let related: [RelatedRows]

  /// The detail of a row.
  ///
  /// - Parameters:
  ///   - key: what the row was asked for by.
  ///   - row: the row.
  ///   - rows: the rows of its dataset.
  ///   - package: the datasets that may have related rows.
  ///   - database: the database.
  ///   - isForPeople: whether of the bytes of related rows only kind and size are told.
  /// - Throws: `DatabaseError` when related rows can't be read.
  init(
    _ key: RowKey, _ row: StoredRow, _ rows: StoredRows, _ package: DataPackage,
    in database: Database, isForPeople: Bool
  ) throws {
    dataset = rows.dataset
    self.key = key
    self.row = row
    // A run that the ledger does not have was not made by this program.
    run = row.run.flatMap { try? LedgerRun($0, in: database) }
    related = try RelatedRows.all(of: row, rows, package, in: database, isForPeople: isForPeople)
  }
}

// MARK: For programs

extension RowDetail {
  /// The object that `--json` prints.
  var json: JSON {
    [
      "version": 1, "dataset": .string(dataset.name),
      "key": .object([.init(name: key.column, value: .string(key.text))]),
      "row": .optional(row.ids[0]), "run": .optional(row.run), "source": .optional(run?.source),
      "line": .optional(row.line), "values": Self.values(row),
      "related": .array(
        related.map { other in
          ["dataset": .string(other.dataset.name), "rows": .array(other.rows.map(Self.values))]
        }),
    ]
  }

  private static func values(_ row: StoredRow) -> JSON {
    .object(row.values.map { JSON.Member(name: $0.field.column, value: $0.value.json) })
  }
}

// MARK: For people

extension RowDetail {
  /// The screen: each column beside its title, then where the row comes from, then what belongs to
  /// it.
  ///
  /// - Parameters:
  ///   - style: how titles are set off.
  ///   - columns: how long a line may be; nil where that does not matter.
  /// - Returns: text that is safe to show.
  func text(_ style: Style, columns: Int?) -> String {
    let layout = Layout(style: style, columns: columns ?? .max)
    var text = layout.heading("\(dataset.title) (\(dataset.name)) \(key.text)")
    text += "\n" + layout.lines(row) + "\n" + layout.paragraph(origin)
    for other in related {
      let more = other.rows.count < StoredRow.limit ? "" : ", the first \(StoredRow.limit)"
      text += "\n" + layout.heading("\(other.dataset.title) (\(other.dataset.name))\(more)")
      for row in other.rows { text += "\n" + layout.lines(row) }
    }
    return text
  }

  private var origin: String {
    guard let number = row.run else { return "no import wrote this row" }
    guard let run else { return "written by run \(number), which the ledger does not have" }
    let line = row.line.map { ":\($0)" } ?? ""
    let day = run.startedAt.prefix(10)
    return "written by run \(number) from \(run.source)\(line) "
      + "on \(DateWords.of(run.startedAt) ?? "\(day)")"
  }

  /// How a screen is laid out.
  private struct Layout {
    let style: Style
    /// How long a line may be.
    let columns: Int

    /// How much room values have at least beside their titles; else they stand below.
    private static let narrowestValue = 16
    private static let margin = 2

    func heading(_ text: String) -> String { lines(text).map { style.bold($0) + "\n" }.joined() }

    func paragraph(_ text: String) -> String { lines(text).map { $0 + "\n" }.joined() }

    /// The columns of a row.
    func lines(_ row: StoredRow) -> String {
      let titles = row.values.map { TerminalText.escaped($0.field.title) }
      let width = titles.map(DisplayWidth.of).max() ?? 0
      let column = Self.margin + width + Self.margin
      let isBeside = columns - column >= Self.narrowestValue
      let indentation = isBeside ? column : 2 * Self.margin
      let margin = String(repeating: " ", count: Self.margin)
      var text = ""
      for (title, (field, value)) in zip(titles, row.values) {
        let shown = RowDetail.text(of: value, field)
        let lines = Paragraph.lines(shown, columns: max(1, columns - indentation))
        let padding = String(repeating: " ", count: width - DisplayWidth.of(title))
        if isBeside {
          text += margin + style.dim(title) + padding + margin
        } else {
          text += paragraph(margin + title) + String(repeating: " ", count: indentation)
        }
        text += lines.map { value == .null ? style.dim($0) : $0 }.joined(
          separator: "\n" + String(repeating: " ", count: indentation))
        text += "\n"
      }
      return text
    }

    private func lines(_ text: String) -> [String] {
      Paragraph.lines(TerminalText.escaped(text), columns: columns)
    }
  }

  /// A value for people.
  private static func text(of value: Value, _ field: Field) -> String {
    switch value {
    case .null: return "NULL"
    case .text("NULL"): return "\"NULL\""
    case .blob(let bytes): return BlobSummary.text(bytes)
    case .text(let text):
      let words = field.type.dateRules == nil ? nil : DateWords.of(text)
      return TerminalText.escaped(text) + (words.map { "  \($0)" } ?? "")
    case .integer, .real: return value.rounded.plainText
    }
  }
}

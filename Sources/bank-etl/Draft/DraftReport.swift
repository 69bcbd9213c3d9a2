/// What is said of a draft: for people as text, for programs as JSON.
struct DraftReport {
  let path: String
  let draft: DatasetDraft
  let counts: (records: Int64, rejected: Int64)
  /// The files that were made, or added to.
  let files: [String]
  /// The declaration file.
  let package: String
  /// A dataset that was there before, and fits the file; nil where none does.
  let fitting: String?
  /// Whether the file has labels; without them, an import must be told so.
  let hasHeader: Bool
  /// What was assumed of the header.
  let findings: [HeaderFinding]

  /// What of the draft may be wrong, with the line of the file where there is one: it is said in any case.
  var doubts: [(line: Int64?, text: String)] {
    var doubts = findings.filter(\.isGrave).map { (line: Int64?.some($0.line), text: $0.text) }
    if let doubt = draft.encodingDoubt { doubts.append((nil, "encoding not declared: \(doubt)")) }
    if counts.rejected > 0 {
      doubts.append((nil, "records that an import will reject: \(counts.rejected)"))
    }
    return doubts
  }

  /// The report for people.
  var text: String {
    let name = TerminalText.escaped(path)
    var lines = [
      "\(draft.name): \(draft.fields.count) fields, from the \(counts.records) records of \(name)"
    ]
    let width = draft.fields.map { DisplayWidth.of(shown($0.label)) }.max() ?? 0
    for (index, field) in draft.fields.enumerated() {
      let label = shown(field.label)
      let gap = String(repeating: " ", count: width - DisplayWidth.of(label) + 2)
      lines.append("  \(label)\(gap)\(field.type.name)\(index == draft.key ? ", the key" : "")")
    }
    if draft.key == nil {
      lines.append(
        "no key: each import adds its records; a key makes it update them (\"primaryKey\")")
    }
    lines += draft.fields.compactMap { field in
      field.remark.map { "text: \(shown(field.label)): \(TerminalText.escaped($0))" }
    }
    lines += draft.left
    lines += findings.map { "header: line \($0.line): \($0.text)" }
    if let doubt = draft.encodingDoubt { lines.append("encoding not declared: \(doubt)") }
    if let fitting { lines.append("the dataset \(fitting) fits this file already") }
    if counts.rejected > 0 {
      lines.append("records that an import will reject: \(counts.rejected)")
    }
    lines += files.map { "written: \(TerminalText.escaped($0))" }
    let header = hasHeader ? "" : "--dataset \(draft.name) --no-header "
    lines.append(
      "look at them, then: "
        + "bank-etl import --package \(shellWord(package)) \(header)\(shellWord(path))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report for programs.
  var json: JSON {
    let fields = draft.fields.map { field -> JSON in
      [
        "name": .string(field.label), "column": .string(field.column),
        "type": .string(field.type.name), "required": .bool(field.isRequired),
        "remark": .optional(field.remark),
      ]
    }
    return [
      "version": 1, "source": .string(path), "dataset": .string(draft.name),
      "table": .string(draft.table), "fields": .array(fields),
      "fitting": .optional(fitting), "key": .optional(draft.key.map { draft.fields[$0].label }),
      "header_findings": .array(
        findings.map { ["line": .integer($0.line), "text": .string($0.text)] }),
      "encoding_doubt": .optional(draft.encodingDoubt),
      "left_out": .array(draft.left.map(JSON.string)), "records": .integer(counts.records),
      "rejected": .integer(counts.rejected), "files": .array(files.map(JSON.string)),
    ]
  }

  private func shown(_ label: String) -> String { TerminalText.escaped(label) }

  /// A path as a shell takes it for one word.
  private func shellWord(_ path: String) -> String {
    let shown = TerminalText.escaped(path)
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-".unicodeScalars.contains($0)
    }
    return isPlain ? shown : "'" + shown.replacing("'", with: "'\\''") + "'"
  }
}

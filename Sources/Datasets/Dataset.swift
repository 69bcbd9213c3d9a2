import Records

/// A kind of file, and the tables it fills.
package struct Dataset: Sendable, Hashable {
  /// How users name it: `failed-banks`.
  package let name: String
  /// What people are shown instead of the name.
  package let title: String
  /// The sample file, relative to the declaration file; nil where there is none.
  package let path: String?
  /// The encoding of files that are no UTF-8; nil where none but UTF-8 is declared.
  package let encoding: String?
  /// The tables that the records become rows of, at least one, in the order of filling them.
  package let targets: [Target]
  /// The columns of the file, in the order of the declaration.
  package internal(set) var fields: [Field]
  /// The columns of files that have the values of several fields in one text.
  package let splits: [SplitField]
  /// Which of `fields` are the key of a record, in the order of the key; empty where there is none.
  ///
  /// They are all the fields that are part of the key of a target.
  package let key: [Int]
  /// What is done with records whose key the table has already, and with rows the file lacks.
  package internal(set) var policy: Policy
  /// What a file must keep within to be loaded.
  package var guards: Guards
  /// Which rows of other datasets belong to a row.
  package internal(set) var links: [DatasetLink] = []
  /// What a query of the database makes of the rows, to be read only: totals, say.
  package internal(set) var views: [Dataset] = []
  /// Whether the table is a view, whose rows have no ids.
  package internal(set) var isView = false

  /// How records become rows.
  package enum Policy: String, Sendable, Hashable, CaseIterable {
    /// A record with a key that the table has updates that row.
    case upsert
    /// Each record becomes a new row.
    case append
    /// The table becomes the file: rows that the file lacks are deleted.
    case replace
  }

  /// The columns of the key, in the order of the key.
  package var keyColumns: [String] { key.map { fields[$0].column } }
}

extension Dataset {
  /// This dataset with another order of day, month and year in its dates.
  ///
  /// - Parameters:
  ///   - order: the order that a user asked for.
  ///   - column: the table's column it is for; nil for each field of dates.
  /// - Returns: the dataset; nil where it has no field of dates with that column.
  package func settingDateOrder(_ order: DateOrder, ofColumn column: String? = nil) -> Dataset? {
    changing(column) { $0.settingDateOrder(order) }
  }

  /// This dataset with another decimal mark in its numbers.
  ///
  /// - Parameters:
  ///   - mark: the mark that a user asked for.
  ///   - column: the table's column it is for; nil for each field of numbers.
  /// - Returns: the dataset; nil where it has no field of numbers with that column.
  package func settingDecimalMark(
    _ mark: DecimalMark, ofColumn column: String? = nil
  ) -> Dataset? {
    changing(column) { $0.settingDecimalMark(mark) }
  }

  /// The dataset with types changed, of one column or of all; nil where `change` returns none.
  private func changing(_ column: String?, _ change: (FieldType) -> FieldType?) -> Dataset? {
    var dataset = self
    var isFound = false
    for (index, field) in fields.enumerated() where column == nil || field.isNamed(column) {
      guard let type = change(field.type) else { continue }
      dataset.fields[index].type = type
      isFound = true
    }
    return isFound ? dataset : nil
  }

  /// This dataset with another policy.
  ///
  /// - Parameter policy: what is done with records whose key the table has already.
  /// - Returns: the dataset; nil where the policy needs a key and there is none.
  package func settingPolicy(_ policy: Policy) -> Dataset? {
    guard policy == .append || targets.allSatisfy({ !$0.key.isEmpty }) else { return nil }
    var dataset = self
    dataset.policy = policy
    return dataset
  }

  /// Everything of the declaration that decides which rows a file becomes, as text.
  ///
  /// Equal text means that loading a file again would find nothing to do: the ledger keeps it with
  /// each run. Titles, the sample and the guards are left out, defaults are written out. One line a
  /// field; every text is in quotes.
  package var canonicalText: String {
    let isOne = targets.count == 1
    let table = isOne ? " table \(quoted(table))" : ""
    var lines = ["dataset \(quoted(name))\(table) policy \(policy.rawValue)"]
    if let encoding { lines[0] += " encoding \(quoted(encoding))" }
    lines.append("key" + list(keyColumns))
    if !isOne { lines += targets.map(describe) }
    for field in fields {
      var line = "field \(quoted(field.name)) column \(quoted(field.column))"
      line += " type \(describe(field.type))"
      if let content = field.content { line += " content \(content.rawValue)" }
      if field.isRequired { line += " required" }
      line += describe(field.constraints)
      line += " aliases" + list(field.aliases) + " missing" + list(field.missingValues)
      if field.emptyIsValue { line += " empty" }
      for part in field.joined { line += " part" + list(part) }
      if !field.joined.isEmpty { line += " separator \(quoted(field.separator))" }
      lines.append(line)
    }
    for split in splits {
      let separators = split.separators.map { String(UnicodeScalar($0)) }
      lines.append(
        "split \(quoted(split.name)) columns" + list(split.fields.map { fields[$0].column })
          + " separators" + list(separators) + " aliases" + list(split.aliases))
    }
    return lines.joined(separator: "\n")
  }

  private func describe(_ target: Target) -> String {
    let columns = target.fields.map { fields[$0].column }
    let parents = target.parents.flatMap { [$0.column, targets[$0.target].table] }
    return "target \(quoted(target.table)) columns" + list(columns) + " key" + list(target.key)
      + " parents" + list(parents)
  }

  private func describe(_ type: FieldType) -> String {
    switch type {
    case .string: "string"
    case .integer(let rules): "integer" + rules.describe(default: .unproved)
    case .number(let rules): "number" + rules.describe(default: .known)
    case .boolean(let words):
      "boolean true" + list(words.trueValues) + " false" + list(words.falseValues)
    case .date(let rules): "date \(describe(rules))"
    case .datetime(let rules): "datetime \(describe(rules))"
    }
  }

  private func describe(_ rules: DateRules) -> String {
    let serial = rules.excelSerial.map { " excel \($0.rawValue)" } ?? ""
    return "\(rules.order?.rawValue ?? "undeclared") pivot \(rules.pivot)\(serial)"
  }

  private func describe(_ constraints: FieldConstraints) -> String {
    var text = ""
    for (name, limit) in [("minimum", constraints.minimum), ("maximum", constraints.maximum)] {
      guard let limit else { continue }
      text += " \(limit.isInclusive ? "" : "exclusive ")\(name) \(quoted(limit.text))"
    }
    if let length = constraints.minLength { text += " minLength \(length)" }
    if let length = constraints.maxLength { text += " maxLength \(length)" }
    return constraints.allowed.isEmpty ? text : text + " enum" + list(constraints.allowedTexts)
  }

  private func list(_ texts: [String]) -> String {
    texts.map { " " + quoted($0) }.joined()
  }

  /// The text in quotes, whole, with quotes, backslashes and line ends escaped.
  private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "\n", "\r": quoted += scalar.escaped(asASCII: true)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

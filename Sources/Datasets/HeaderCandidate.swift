/// A record, or several, taken for the header of one dataset.
struct HeaderCandidate {
  let dataset: Dataset
  let span: HeaderSpan
  private let labels: [HeaderLabel]
  /// For each field of the dataset, the positions of the labels that claim it.
  private let claims: [[Int]]
  /// For each field, the position that has it; nil where none has, or none alone.
  private let positions: [Int?]
  /// The fields that are parts of a text.
  private let splitParts: [Int: SplitField.Part]
  /// For each field, the positions of the columns that it is joined of; none where it is not.
  private let joined: [[Int]]

  init(_ dataset: Dataset, _ index: LabelIndex, _ span: HeaderSpan) {
    self.dataset = dataset
    self.span = span
    let labels = span.labels(for: index, dataset.splits)
    self.labels = labels
    var claims = [[Int]](repeating: [], count: dataset.fields.count)
    var exact = claims
    var parts: [LabelIndex.Part: [Int]] = [:]
    for (position, label) in labels.enumerated() {
      if let part = index.part(for: label) { parts[part, default: []].append(position) }
    }
    for (position, match) in Self.matches(labels, index).enumerated() {
      guard let match else { continue }
      claims[match.field].append(position)
      if match.isExact { exact[match.field].append(position) }
    }
    joined = Self.joined(dataset, parts, claims: &claims)
    var splitParts: [Int: SplitField.Part] = [:]
    for split in dataset.splits where split.fields.allSatisfy({ claims[$0].isEmpty }) {
      guard let position = labels.firstIndex(where: split.isNamed) else { continue }
      for (index, field) in split.fields.enumerated() {
        claims[field] = [position]
        splitParts[field] = split.part(index)
      }
    }
    self.splitParts = splitParts
    self.claims = claims
    positions = zip(zip(claims, exact), joined).map { columns, joined in
      if !joined.isEmpty { return joined[0] }
      if columns.0.count == 1 { return columns.0[0] }
      return columns.1.count == 1 ? columns.1[0] : nil
    }
  }

  /// The columns that each field is joined of: those of its parts, where the file has no column for
  /// all of it, or one that is a part itself.
  ///
  /// Where a part is there twice, its columns become claims, so that the mistake is told.
  private static func joined(
    _ dataset: Dataset, _ parts: [LabelIndex.Part: [Int]], claims: inout [[Int]]
  ) -> [[Int]] {
    dataset.fields.indices.map { field in
      let found = dataset.fields[field].joined.indices.compactMap {
        parts[LabelIndex.Part(field: field, part: $0)]
      }
      let all = found.flatMap(\.self)
      guard !all.isEmpty, claims[field].allSatisfy(all.contains) else { return [] }
      claims[field] = found.first { $0.count > 1 } ?? all
      return found.allSatisfy { $0.count == 1 } ? all : []
    }
  }

  /// The field that each label is for.
  ///
  /// Where every label is a field's only with the table's columns among them, each for another field,
  /// the file has them from this program: `list --format csv` heads its rows with columns. In the files
  /// of others a column is no label.
  private static func matches(_ labels: [HeaderLabel], _ index: LabelIndex) -> [LabelIndex.Match?] {
    let matches = labels.map(index.field(for:))
    let withColumns = zip(labels, matches).map { $1 ?? index.field(ofColumn: $0) }
    let fields = withColumns.compactMap { $0?.field }
    return fields.count == labels.count && Set(fields).count == fields.count ? withColumns : matches
  }

  /// How many labels of the dataset the record has: one a field, or one for each part of it.
  var recognisedCount: Int {
    zip(claims, joined).reduce(0) { $0 + ($1.0.isEmpty ? 0 : max(1, $1.1.count)) }
  }

  /// How many columns have a label.
  var labelCount: Int { labels.count { !$0.isEmpty } }

  private func hasLabel(_ field: Int) -> Bool { !claims[field].isEmpty }

  private var hasKey: Bool { dataset.key.allSatisfy(hasLabel) }

  /// Whether the record is a header of the dataset, though nobody named the dataset.
  ///
  /// It is where each field of the key and each required field has a label, each of the tables that
  /// the dataset fills gets a column, and at least half of the labels are fields. Where nothing is
  /// key or required, at least half of the fields must be there too.
  var fits: Bool {
    let required = dataset.fields.indices.filter { dataset.fields[$0].isRequired }
    guard hasKey, required.allSatisfy(hasLabel), fillsEachTarget else { return false }
    // A whole name alone is in too many files.
    guard splitParts.isEmpty || recognisedCount > 1 else { return false }
    guard recognisedCount > 0, recognisedCount * 2 >= labelCount else { return false }
    let isDistinctive = !dataset.key.isEmpty || !required.isEmpty
    return isDistinctive || recognisedCount * 2 >= dataset.fields.count
  }

  private var fillsEachTarget: Bool {
    dataset.targets.allSatisfy { $0.fields.isEmpty || $0.fields.contains(where: hasLabel) }
  }

  /// Whether the record can be a header of the dataset, which a user named: the key is enough.
  var fitsWhenNamed: Bool { hasKey && recognisedCount > 0 }

  /// Whether the record fits better than another: it has more labels of its dataset, or as many
  /// and its dataset has fewer fields beside them.
  func isBetter(than other: HeaderCandidate) -> Bool {
    if recognisedCount != other.recognisedCount { return recognisedCount > other.recognisedCount }
    return dataset.fields.count < other.dataset.fields.count
  }

  /// The first field that several labels claim, none of them the declared name to the letter.
  var duplicate: (field: Field, labels: [String])? {
    for (index, claims) in claims.enumerated() where claims.count > 1 && positions[index] == nil {
      return (dataset.fields[index], claims.map { labels[$0].text })
    }
    return nil
  }

  /// The labels that keep the record from fitting; where none of them does, all that it lacks.
  var neededLabels: [String] {
    let needed = dataset.fields.indices.filter { index in
      !hasLabel(index) && (dataset.key.contains(index) || dataset.fields[index].isRequired)
    }
    return needed.isEmpty ? missingLabels : needed.map { dataset.fields[$0].name }
  }

  /// The labels of the fields that the record lacks.
  var missingLabels: [String] {
    dataset.fields.indices.filter { !hasLabel($0) }.map { dataset.fields[$0].name }
  }

  /// The labels of the record that aren't those of a field.
  var unknownLabels: [String] {
    let known = Set(positions.compactMap { $0 } + joined.flatMap(\.self))
    return labels.indices.filter { !known.contains($0) && !labels[$0].isEmpty }
      .map { labels[$0].text }
  }

  /// Whether each column is a field's: joined with another record it can't have more.
  var isComplete: Bool { unknownLabels.isEmpty && labelCount == labels.count }

  /// The match that the candidate is.
  var match: HeaderMatch {
    var columns: [HeaderMatch.Column] = []
    for (index, field) in dataset.fields.enumerated() {
      guard let position = positions[index] else { continue }
      let parts = joined[index].isEmpty ? [position] : joined[index]
      let label = parts.map { labels[$0].text }.joined(separator: " + ")
      columns.append(
        HeaderMatch.Column(
          field: field, position: position, label: label, part: splitParts[index],
          joined: joined[index]))
    }
    return HeaderMatch(
      dataset: dataset, record: span.record, line: span.line, lastLine: span.lastLine,
      lines: span.lines, labels: labels.map(\.text),
      columns: columns, unknownLabels: unknownLabels, missingLabels: missingLabels)
  }
}

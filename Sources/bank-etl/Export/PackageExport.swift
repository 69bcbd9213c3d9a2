import Datasets
import SQLite

/// All datasets of a database as CSV files, with a Data Package (datapackage.org) that describes them.
///
/// The package is a declaration file too: with it, the files can be imported again.
struct PackageExport {
  /// The declarations.
  let package: DataPackage
  /// Whether texts stay as they are, formulas too.
  let isRaw: Bool

  private static let descriptor = "datapackage.json"

  /// Writes the files, and the one that describes them last.
  ///
  /// - Parameters:
  ///   - folder: where they go; it is made if it isn't there.
  ///   - database: the database.
  /// - Throws: `CommandFailure`, or `DatabaseError`.
  func write(to folder: String, from database: Database) throws {
    for dataset in package.datasets { try ListCommand.requireTable(of: dataset, in: database) }
    try FileStatus.makeFolder(folder)
    // One transaction, so that all files are of the same moment.
    try database.transaction(.deferred) {
      for dataset in package.datasets {
        try DatasetExport(dataset, .csv, isRaw: isRaw)
          .write(to: "\(folder)/\(Self.fileName(of: dataset))", from: database)
      }
    }
    let file = try OutputFile("\(folder)/\(Self.descriptor)")
    try file.write(Array((json.text + "\n").utf8))
    try file.keep()
  }

  /// The name of a dataset's file: "a string … any of the characters [a-z0-9._-]" is what the
  /// standard asks of the name of a resource, and a declaration file of our own may not keep to it.
  private static func fileName(of dataset: Dataset) -> String {
    let safe = dataset.name.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-"
        || scalar == "_"
        ? String(scalar) : "_"
    }
    return safe.joined() + ".csv"
  }
}

// MARK: The descriptor

extension PackageExport {
  private var json: JSON {
    [
      "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
      "name": .string(package.name),
      "resources": .array(package.datasets.map(json)),
    ]
  }

  private func json(_ dataset: Dataset) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(dataset.name)), ("title", .string(dataset.title)),
      ("path", .string(Self.fileName(of: dataset))), ("format", "csv"),
      ("mediatype", "text/csv"), ("encoding", "utf-8"),
      ("policy", .string(dataset.policy.rawValue)),
    ]
    if dataset.targets.count == 1 {
      members.append(("table", .string(dataset.table)))
    } else {
      members.append(("targets", .array(dataset.targets.map { json($0, of: dataset) })))
    }
    var schema: [(String, JSON)] = [("fields", .array(dataset.fields.map(json)))]
    if !dataset.key.isEmpty {
      schema.append(("primaryKey", .array(dataset.key.map { .string(label(dataset.fields[$0])) })))
    }
    return .members(members + [("schema", .members(schema))])
  }

  private func json(_ target: Target, of dataset: Dataset) -> JSON {
    var members: [(String, JSON)] = [
      ("table", .string(target.table)),
      ("columns", .array(target.fields.map { .string(dataset.fields[$0].column) })),
    ]
    if !target.key.isEmpty { members.append(("key", .array(target.key.map(JSON.string)))) }
    if !target.parents.isEmpty {
      members.append(
        (
          "parents",
          .members(
            target.parents.map { ($0.column, .string(dataset.targets[$0.target].table)) })
        ))
    }
    return .members(members)
  }

  private func json(_ field: Field) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(label(field))), ("title", .string(field.title)),
      ("column", .string(field.column)),
    ]
    switch field.type {
    case .string: members.append(("type", "string"))
    case .integer: members.append(("type", "integer"))
    case .number(let rules):
      members.append(("type", "number"))
      if rules.decimalMark == .comma { members.append(("decimalChar", ",")) }
    case .boolean(let words):
      members.append(("type", "boolean"))
      members.append(("trueValues", .array(words.trueValues.map(JSON.string))))
      members.append(("falseValues", .array(words.falseValues.map(JSON.string))))
    case .date: members.append(("type", "date"))
    case .datetime:
      // "any: … implementations may attempt to parse": with and without the Z of UTC.
      members += [("type", "datetime"), ("format", "any")]
    }
    if field.emptyIsValue { members.append(("missingValues", [])) }
    if let content = field.content { members.append(("content", .string(content.rawValue))) }
    if field.isRequired { members.append(("constraints", ["required": true])) }
    return .members(members)
  }

  private func label(_ field: Field) -> String {
    ExportedField(field, .csv, isRaw: isRaw).label
  }
}

extension JSON {
  /// An object with these members, in this order.
  fileprivate static func members(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}

import Datasets
import Input
import Loading
import SQLite

/// A field of a row with the value that it is to have, as the command line says: `phone=555-0100`.
struct Assignment {
  /// The field.
  let field: Field
  /// Its value, in the form that it is stored in; NULL where `contents` has it.
  let value: Value
  /// The bytes that are its value, where a file has them.
  let contents: LentBytes?

  /// Reads the words of a command line.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - rows: the rows of the dataset.
  /// - Returns: an assignment for each word.
  /// - Throws: `CommandFailure` for a word that is none, a name that no field of the dataset has, a
  ///   field that is named twice, a file that can't be read, and a value that the field can't have.
  static func all(
    _ words: some Collection<String>, of rows: StoredRows
  ) throws(CommandFailure) -> [Assignment] {
    var assignments: [Assignment] = []
    for word in words {
      guard let sign = word.firstIndex(of: "=") else {
        throw CommandFailure(
          .usage, Message("expected column=value but found \"\(word)\""))
      }
      let name = String(word[..<sign])
      if rows.names.field(named: name) == nil, let parts = rows.dataset.parts(of: name) {
        throw CommandFailure(
          .usage,
          Message(
            "\(name) is \(parts.map(\.column).joined(separator: " and ")) in one text: give each"))
      }
      let field = try rows.field(named: name, for: "column=value")
      guard rows.dataset.fields.contains(field) else {
        throw CommandFailure(.usage, Message("\(field.column) is filled by bank-etl itself"))
      }
      guard !assignments.contains(where: { $0.field == field }) else {
        throw CommandFailure(.usage, Message("\(field.column) is given twice"))
      }
      let isKey = rows.dataset.keyColumns.contains(field.column)
      let text = String(word[word.index(after: sign)...])
      do {
        let isBlob = rows.isBlob(field.column)
        let contents = isBlob ? try Self.contents(text, of: field) : nil
        let value = isBlob ? .null : try Self.value(text, of: field, isKey: isKey)
        assignments.append(Assignment(field: field, value: value, contents: contents))
      } catch let error as FieldValueError {
        throw CommandFailure(.dataError, Message("\(field.column): \(error)"))
      } catch {
        throw CommandFailure(error)
      }
    }
    return assignments
  }

  /// The value of a text: nothing is NULL, `@file` is what is in a file, `@@` a text with one @.
  private static func value(_ text: String, of field: Field, isKey: Bool) throws -> Value {
    var text = text
    if text.hasPrefix("@@") {
      text.removeFirst()
    } else if text.hasPrefix("@") {
      let path = String(text.dropFirst())
      guard let contents = String(validating: try FileContents.read(path), as: UTF8.self) else {
        throw CommandFailure(
          .dataError, Message("expected text in UTF-8 for \(field.column)", at: path))
      }
      text = contents
    }
    return Value(try field.value(of: text, isStored: true, isKey: isKey))
  }

  /// The bytes of a file that is named as `@file`; nil for no text, which is NULL.
  private static func contents(_ text: String, of field: Field) throws -> LentBytes? {
    guard !text.isEmpty else { return nil }
    guard text.hasPrefix("@"), !text.hasPrefix("@@") else {
      throw CommandFailure(.dataError, Message("\(field.column): expected @FILE, for its bytes"))
    }
    let path = String(text.dropFirst())
    let contents: LentBytes
    let isPicture: Bool
    if FileStatus.isSpecial(path) {
      // A pipe can be read but once.
      let bytes = try FileContents.read(path)
      isPicture = PictureKind(bytes) != nil
      contents = LentBytes(byteCount: bytes.count) { body in try body(bytes) }
    } else {
      let file = try WholeFile(path: path)
      isPicture = file.pictureKind != nil
      contents = LentBytes(byteCount: Int(file.byteCount)) { try file.forEachPiece($0) }
    }
    guard field.content != .picture || isPicture else {
      throw CommandFailure(
        .dataError, Message("expected a picture (\(PictureKind.list))", at: path))
    }
    guard contents.byteCount <= FileContents.sizeLimit else { throw FileContents.tooLarge(path) }
    return contents
  }
}

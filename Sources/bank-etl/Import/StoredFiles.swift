import Datasets
import Input
import Loading
import Records
import SQLite

/// Where the files are that records name, and what they must be.
struct StoredFiles {
  /// The source that is a file of the dataset itself, or the list that names files.
  let source: String
  /// Whether the source itself is the file.
  let isSource: Bool

  /// Why a file is not loaded.
  struct Problem: Error {
    let code: RejectCode
    let message: String
  }

  /// Opens the file that a field names.
  ///
  /// - Parameters:
  ///   - name: the field's text.
  ///   - content: what it must be.
  /// - Returns: what is in it.
  /// - Throws: `Problem`.
  func contents(named name: String, _ content: FieldContent) throws(Problem) -> LentBytes {
    let path = isSource ? source : try path(of: name)
    let file: WholeFile
    do throws(InputError) {
      file = try WholeFile(path: path)
    } catch {
      throw Problem(
        code: .invalidFile,
        message: "expected a file but found \(TerminalText.escaped(path)): "
          + error.reason.replacing("expected a file but found ", with: ""))
    }
    if content == .picture, file.pictureKind == nil {
      throw Problem(
        code: .invalidFile,
        message: "expected a picture (\(PictureKind.list)) but found "
          + (file.byteCount == 0 ? "an empty file" : "something else")
          + (isSource ? "" : " in \(TerminalText.escaped(path))"))
    }
    guard file.byteCount <= LentBytes.byteCountMax else {
      throw Problem(
        code: .tooLarge,
        message: "expected at most \(LentBytes.byteCountMax) bytes but found \(file.byteCount)")
    }
    return LentBytes(byteCount: Int(file.byteCount)) { try file.forEachPiece($0) }
  }

  /// The bytes that a record has itself.
  ///
  /// - Parameters:
  ///   - text: the field's cell, a text in base 64.
  ///   - bytes: the bytes of its batch.
  ///   - content: what it must be.
  /// - Returns: what it stands for.
  /// - Throws: `Problem`.
  func contents(
    encoded text: Cell, in bytes: [UInt8], _ content: FieldContent
  ) throws(Problem) -> LentBytes {
    let start = Int(text.payload)
    let encoded = bytes.span.extracting(start..<start + Int(text.length))
    guard let decoded = Base64.bytes(of: encoded) else {
      throw Problem(code: .invalidFile, message: "expected bytes in base 64 but found other text")
    }
    if content == .picture, PictureKind(Array(decoded.prefix(PictureKind.sniffedBytes))) == nil {
      throw Problem(
        code: .invalidFile,
        message: "expected a picture (\(PictureKind.list)) but found "
          + (decoded.isEmpty ? "no bytes" : "something else"))
    }
    return LentBytes(byteCount: decoded.count) { try $0(decoded) }
  }

  /// A path that a list names, from the folder of the list.
  ///
  /// "Absolute paths … and relative parent paths MUST NOT be used" (datapackage.org, of `path`): a list
  /// of somebody else is not to load whatever file this user can read.
  private func path(of name: String) throws(Problem) -> String {
    // By bytes, as the system does: an accent behind a slash makes one character with it.
    let bytes = Array(name.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 1 || !parts[0].isEmpty, !parts.contains([0x2E, 0x2E]), !bytes.contains(0)
    else {
      throw Problem(
        code: .invalidFile,
        message: "expected a path below the folder of the list but found "
          + "\"\(TerminalText.escaped(name))\"")
    }
    return source == "-" ? name : FilePath.parts(source).folder + name
  }
}

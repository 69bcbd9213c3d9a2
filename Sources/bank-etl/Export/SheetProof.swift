import Input

/// The proof that a workbook that was written has all its rows.
///
/// libxlsxwriter copies them through temporary files without looking whether there is room for them:
/// what it has written is read once more.
struct SheetProof {
  /// How many rows there must be.
  let rows: Int

  /// Where libxlsxwriter puts the only sheet.
  private static let part = "xl/worksheets/sheet1.xml"
  private static let rowEnd = Array("</row>".utf8)

  /// Reads the workbook.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - name: what messages call it.
  /// - Throws: `CommandFailure` where something is missing.
  func check(_ path: String, namedInMessages name: String) throws {
    let found: Int?
    do throws(InputError) {
      found = try Self.rowCount(path)
    } catch {
      found = nil
    }
    guard found == rows else {
      throw CommandFailure(
        .inputOutput,
        Message(
          "expected a workbook with \(rows) rows but \(found.map(String.init) ?? "it can't be read")"
            + (found == nil ? "" : " were written") + ": is the disk full?", at: name))
    }
  }

  private static func rowCount(_ path: String) throws(InputError) -> Int? {
    var input = try TextInput(path: path, limit: .none)
    guard case .archive(let archive) = try input.findWorkbook()?.content,
      let sheet = try archive.open(part)
    else { return nil }
    var count = 0
    var matched = 0
    var block: [UInt8] = []
    while try sheet.read(upTo: TextInput.defaultBlockSize, into: &block) > 0 {
      for byte in block {
        matched = byte == rowEnd[matched] ? matched + 1 : byte == rowEnd[0] ? 1 : 0
        guard matched == rowEnd.count else { continue }
        count += 1
        matched = 0
      }
      block.removeAll(keepingCapacity: true)
    }
    return count
  }
}

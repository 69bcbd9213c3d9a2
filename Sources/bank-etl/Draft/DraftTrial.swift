import Datasets
import Records

/// A drafted dataset, held against every record of its file.
struct DraftTrial {
  let path: String
  let options: ImportOptions
  private var records: Int64 = 0
  private var rejected: Int64 = 0

  /// A trial of the drafts of a file.
  init(path: String, options: ImportOptions) {
    self.path = path
    self.options = options
  }

  /// How many records the file has, and how many of them an import will reject.
  var counts: (records: Int64, rejected: Int64) { (records, rejected) }

  /// How many values of a column are looked at to see that no two are alike.
  private static let distinctLimit = 4_000_000

  /// Reads the file with a draft as often as it takes to find one with which its values are loaded,
  /// and finds the key.
  ///
  /// - Parameters:
  ///   - draft: the draft: a field with a value that is not of its type becomes text.
  ///   - package: a Data Package with the draft, for each state of it.
  /// - Throws: whatever reading the file throws.
  mutating func settle(
    _ draft: inout DatasetDraft, _ package: (DatasetDraft) throws -> DataPackage
  ) throws {
    var isSettled = false
    while !isSettled {
      isSettled = true
      do {
        let found = try read(draft, with: package(draft))
        for (label, remark) in found.misfits where draft.declareText(label, remark) {
          isSettled = false
        }
        if isSettled, let key = found.keys.first { draft.declareKey(key) }
      } catch let error as ColumnEvidenceError {
        guard draft.declareText(error.column, error.description) else { throw error }
        isSettled = false
      }
    }
  }

  /// What one reading finds.
  private struct Findings {
    /// The fields that have values of another type, with the first one.
    var misfits: [(label: String, remark: String)] = []
    /// The fields that can be the key.
    var keys: [Int] = []
  }

  /// Rejects that say that a field's type is not its column's.
  private static let typeCodes: Set<RejectCode> = [
    .invalidInteger, .invalidNumber, .invalidDate, .invalidBoolean,
  ]

  private mutating func read(
    _ draft: DatasetDraft, with package: DataPackage
  ) throws -> Findings {
    var options = options
    // Nothing but its name tells what the columns of a file without labels are.
    if options.header == .none { options.dataset = draft.name }
    var source = try ImportSource(
      SourceFile(path, options.transfer), datasets: package, options: options)
    var converter = RecordConverter(source.match)
    var rows = RowBatch(columnCount: converter.columns.count)
    var batch = RecordBatch()
    var findings = Findings()
    var values = draft.keyCandidates.map { (field: $0, hashes: Set<Int>()) }
    let places = draft.fields.map { converter.columns.firstIndex(of: $0.column) }
    var codes = CodeSearch(draft, source.match)
    rejected = 0
    while try source.reader.read(into: &batch) {
      guard !Interruption.isRequested else { throw CommandFailure.interrupted }
      rows.removeAll()
      converter.convert(&batch, records: batch.records.indices, into: &rows)
      rejected += Int64(rows.rejects.count)
      codes.look(at: batch)
      for reject in rows.rejects where Self.typeCodes.contains(reject.code) {
        guard let label = reject.column, !findings.misfits.contains(where: { $0.label == label })
        else { continue }
        findings.misfits.append((label, "\(reject.message) on line \(reject.line)"))
      }
      for index in values.indices.reversed() {
        if let place = places[values[index].field],
          Self.addDistinct(place, of: rows, batch, to: &values[index].hashes)
        {
          continue
        }
        values.remove(at: index)
      }
    }
    records = converter.recordCount
    findings.keys = values.map(\.field)
    for misfit in codes.misfits
    where !findings.misfits.contains(where: { $0.label == misfit.label }) {
      findings.misfits.append(misfit)
    }
    return findings
  }

  /// Adds the values of a column; false where one is missing or comes again.
  private static func addDistinct(
    _ column: Int, of rows: borrowing RowBatch, _ batch: borrowing RecordBatch,
    to hashes: inout Set<Int>
  ) -> Bool {
    for row in 0..<rows.rowCount {
      let cell = rows.cells[row * rows.columnCount + column]
      guard cell.kind != .null, hashes.count < distinctLimit else { return false }
      var hasher = Hasher()
      if cell.kind == .text {
        let start = Int(cell.payload)
        for byte in batch.bytes[start..<start + Int(cell.length)] { hasher.combine(byte) }
      } else {
        hasher.combine(cell.payload)
      }
      guard hashes.insert(hasher.finalize()).inserted else { return false }
    }
    return true
  }
}

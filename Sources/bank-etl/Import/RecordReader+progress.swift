import CSV
import Documents

/// How far the reading has come.
extension RecordReader {
  /// How many bytes of a pipe decided how it is read, because it was slow or paused.
  var pausedAfter: Int? {
    switch text {
    case .some(let reader): reader.pausedAfter
    case nil: nil
    }
  }

  /// How much text is in the batches so far and above them, in bytes as UTF-8; nil for a workbook.
  var givenBytes: Int64? {
    switch text {
    case .some(let reader): reader.givenBytes
    case nil: document?.givenBytes
    }
  }
}

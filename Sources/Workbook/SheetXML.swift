/// The XML that a sheet is in: its rows, as they come, become records.
class SheetXML: XMLContent {
  /// What the rows become.
  var records: SheetRecords
  /// The cells that are merged, as far as the sheet has said.
  var merged = MergedCells()
  /// Whether the last row of the sheet has come, whatever the document has behind it.
  var isComplete = false

  /// A sheet that has not begun.
  init(_ records: consuming SheetRecords) {
    self.records = records
  }

  /// Goes on with rows that came and did not fit in the batch before.
  func resume() {}
}

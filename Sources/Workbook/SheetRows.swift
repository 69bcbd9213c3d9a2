import Records

/// The rows of one sheet, from top to bottom.
protocol SheetRows: AnyObject {
  /// Reads rows into an empty batch until it is full or the sheet ends.
  ///
  /// - Throws: `InputError` when reading fails, a `WorkbookError.Kind` when the sheet is malformed.
  func read(into batch: inout RecordBatch) throws

  /// The cells that are merged, as far as the sheet has said; all of them once it has ended.
  var merged: MergedCells { get }
}

package import Records

/// Keys of rejects.
extension RecordConverter {
  /// The key of a record that became a reject.
  ///
  /// - Parameters:
  ///   - record: the record, counting from 0.
  ///   - batch: the batch; text that is made of a field is appended to its bytes.
  /// - Returns: a cell for each of the key's columns, in the order of `columns`; nil where the
  ///   record has no key that can be read, or the dataset has none.
  package mutating func key(ofRecord record: Int, in batch: inout RecordBatch) -> [Cell]? {
    let place = batch.records[record]
    guard !batch.problems(ofRecord: record).contains(where: tracker.mapping.stops),
      width.admits(place, batch.fieldEnds.span, in: batch.bytes.span)
    else { return nil }
    var cells: [Cell] = []
    for index in converters.indices where converters[index].isKey {
      guard converters[index].position >= 0 else { return nil }
      let result = convert(index, at: place, in: batch)
      guard case .value(let cell) = result else {
        made.removeAll(keepingCapacity: true)
        return nil
      }
      cells.append(cell)
      batch.bytes.append(contentsOf: made)
      made.removeAll(keepingCapacity: true)
    }
    return cells.isEmpty ? nil : cells
  }

  /// Converts one field of a record.
  private mutating func convert(
    _ index: Int, at place: RecordBatch.Record, in batch: borrowing RecordBatch
  ) -> ColumnConverter.Result {
    let (ends, bytes) = (batch.fieldEnds.span, batch.bytes.span)
    let (firstField, converter) = (Int(place.firstField), converters[index])
    guard batch.fieldMarks.isEmpty else {
      return convertMarked(index, firstField: firstField, of: batch)
    }
    guard !converter.isJoined else {
      return converter.join(firstField, ends, of: bytes, vocabularies[index], made: &made)
    }
    let field = ends.range(ofField: firstField + converter.position)
    return converter.convert(field, of: bytes, vocabularies[index], made: &made)
  }
}

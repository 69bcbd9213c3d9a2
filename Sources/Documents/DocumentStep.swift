/// What came of looking for the next record of a document.
enum DocumentStep {
  /// A record, or what should have been one, was appended to the batch.
  case record
  /// What is there is not enough to tell.
  case needsText
  /// There is no record left.
  case ended
}

/// One of the tables of a file, one below the other.
package struct FileTable: Sendable, Equatable {
  /// The physical line (or the sheet's row) that its header starts on, counting from 1; 0 for a file
  /// without a header.
  package let line: Int64
  /// The last line that a record of it is on; the header's where there is none.
  package internal(set) var lastLine: Int64
  /// How many records it has, those that became rejects included.
  package internal(set) var records: Int64 = 0
  /// Its labels, as the file has them.
  package let labels: [String]
  /// The dataset whose header it has; nil where that of none.
  package let dataset: String?
  /// Whether its records are loaded: it is of the file's dataset.
  package let isLoaded: Bool
  /// The labels whose columns are not loaded with the others.
  package internal(set) var ignoredLabels: [String] = []
  /// The labels of the columns that the file has elsewhere and this table lacks: its rows keep what they have
  /// there.
  package internal(set) var missingLabels: [String] = []
}

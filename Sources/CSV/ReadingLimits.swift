/// How much the reader takes at most, so that no source can fill the memory.
package struct ReadingLimits: Sendable {
  /// The most bytes a field may have: 16 MiB.
  package var fieldBytes = 16 << 20

  /// The most bytes a record may have, its line ends included: 64 MiB; 1 GiB is the most.
  package var recordBytes = 64 << 20

  /// A batch is complete when its records have at least this many bytes of source text: 512 KiB.
  package var batchBytes = 1 << 19

  /// A batch is complete when it has this many records.
  package var batchRecords = 1 << 14

  /// How many bytes of text are looked at to find the dialect and the header: 256 KiB.
  package var headBytes = 256 << 10

  /// How many bytes are kept of the source text of a record that is too large: 64 KiB.
  package var excerptBytes = 64 << 10

  /// How many bytes may be read twice, beside eight times those read before, because a quote that
  /// was opened was not closed: 256 MiB.
  package var rescannedBytes: Int64 = 256 << 20

  /// Whether a line that is no record gets the fields that can be made out, beside its problem.
  package var salvages = false

  /// How many lines at the end of the source are not read.
  package var footerLines = 0

  /// After how many milliseconds of silence of a pipe, or twice as many since its first byte, what has come
  /// decides the dialect; nil to wait.
  ///
  /// For a source that somebody waits for: once the dialect is known, a batch is complete when there is
  /// nothing to read at the moment.
  package var patience: Int?

  /// These limits for a batch that is to be so many times as large as others.
  func ofBatch(times factor: Int) -> ReadingLimits {
    var limits = self
    limits.batchBytes *= factor
    limits.batchRecords *= factor
    return limits
  }

  /// How many bytes of the head of a source may be read twice: enough for a first record that made the
  /// head longer than it is by itself.
  ///
  /// - Parameter count: how many bytes the head has.
  /// - Returns: `headBytes`, or as many as the head has, at most those of one cell more.
  func rescannedBytes(inHead count: Int) -> Int64 {
    Int64(max(headBytes, min(count, headBytes + fieldBytes)))
  }

  /// The default limits.
  package init() {}
}

/// What spaces, colons and carets divide below a title, or below the label of one column.
extension DialectCandidate {
  /// Whether spaces divide what is below a title: apart from it, what divides a text without one; else
  /// labels above values, more than a name or an address has words.
  ///
  /// Where each field is in quotes, no labels are needed.
  var isSpacedBelowTitle: Bool {
    if isQuotedBelowPreamble { return true }
    guard isBelowPreamble, spaces != .parts else { return false }
    guard startsWithLabels else { return isApart && areSpacedValues }
    guard hasOwnLabels else { return false }
    guard isApart else { return fields > 2 && (typedColumns > 1 || isManyWords) }
    // `Postal address` above `12 Oak` is one label of two words.
    return dividesWords && (fields > 3 || typedColumns > 1 || !startsWithCapital)
  }

  private var isQuotedBelowPreamble: Bool { isBelowPreamble && isQuoted }

  /// The same for colons, which are in times and behind the words of notes.
  var isColonsBelowTitle: Bool {
    if isQuotedBelowPreamble { return true }
    guard isBelowPreamble else { return false }
    guard startsWithLabels else {
      return (isApart || isTitled) && fields > 2 && texts.allVary && areColonValues
    }
    if delimiter.bytes == [0x3A], colons == .fields, hasOwnLabels, fields > 2 || isApart {
      return true
    }
    return hasTypedColumn
      && (fields > 2 || delimiter.bytes == [0x3A] && colons == .fields && hasOwnLabels)
  }

  /// Whether spaces divide all lines below the first ones into values of several kinds, though no labels are
  /// above them: some numbers, dates or times, and words between these.
  private var areSpacedValues: Bool {
    delimiter.bytes == [0x20] && isBelowPreamble && spaces != .parts && typing >= 0.9
      && fields > 2 && 2..<fields ~= typedColumns && texts.allVary
  }

  /// The same for colons, which are also in times, in addresses of devices, and in names made of several.
  private var areColonValues: Bool {
    delimiter.bytes == [0x3A] && isBelowPreamble && colons != .times && typing >= 0.9
      && hasTypedColumn && texts.haveWords && texts.firstVaries
  }

  /// Whether carets divide all lines but the first, which may be a label, into what may be a power.
  var isPowerBelowLabel: Bool {
    delimiter.bytes == [0x5E] && preamble == 1 && explained + 1 == records && !isApart
      && !isTitled && !isQuoted && texts.arePowers
  }

  /// Whether spaces or colons divide all lines but some at the top, which may be a title, into labels and
  /// what is below them, or into values; or carets what may be powers.
  var isBelowTitle: Bool {
    if isPowerBelowLabel { return true }
    guard [[0x20], [0x3A]].contains(delimiter.bytes), isBelowPreamble else { return false }
    guard startsWithLabels else {
      let isTitle = isTitled || isApart
      return isTitle && areSpacedValues || (isTitle || fields > 2) && areColonValues
    }
    guard hasOwnLabels, typing >= 0.6, explained > 2, spaces != .parts else { return false }
    return delimiter.bytes == [0x3A] ? colons == .fields : hasTypedColumn
  }
}

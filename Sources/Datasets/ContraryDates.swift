import Records

/// That dates of a column, whose order is known, can only be read in another order.
///
/// `25.05.2020` is no day in the order month/day/year. It is rejected, but what of `04.05.2020` beside it?
/// That is loaded as the 5th of April, and may be meant as the 4th of May.
package struct ContraryDates: Sendable, Equatable {
  /// The column of the table, and its label in the file.
  package let column: String
  package let label: String
  /// The order in which the column is read.
  package let order: DateOrder
  /// Another one, in which the rejected dates are days.
  package let other: DateOrder
  /// The first of the rejected dates, in quotes and escaped, and its physical line, counting from 1.
  package let text: String
  package let line: Int64
  /// How many dates are rejected that are days in the other order.
  package internal(set) var rejected: Int64 = 1
  /// How many dates are read that are no days in the other order: they show that this one is right.
  package internal(set) var shown: Int64 = 0
  /// How many dates are read that are other days in the other order.
  package internal(set) var open: Int64 = 0

  /// Whether dates are read whose day and month may be the wrong way round: some could be, and all that
  /// show an order show the other one.
  package var isGrave: Bool { shown == 0 && open > 0 }

  /// What was found, in words.
  package var words: String {
    "\(rejected) that \(rejected == 1 ? "is a day" : "are days") in \(other.words) only, as \(text) "
      + "(line \(line))" + (isGrave ? ", and at least \(open) that may be read in both" : "")
  }

  /// The option that reads them.
  package var option: String { "--date-order \(column)=\(other.rawValue)" }

  /// The finding on one line.
  package var note: String {
    "\(QuotedText.quoted(label)): dates are read as \(order.words), but there "
      + "\(rejected == 1 ? "is" : "are") \(words); \(option) reads them"
  }
}

/// A date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970 that a date stands for.
  ///
  /// - Parameter text: a date in the form that RFC 9110, 5.6.7 prefers.
  /// - Returns: nil for any other form.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]), 1...31 ~= day,
      let month = months.firstIndex(of: String(words[2])), let year = Int64(words[3]),
      1970...9999 ~= year
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int64($0) }
    guard time.count == 3, 0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time[2] else {
      return nil
    }
    // Years that start in March have their odd day at their end.
    let shifted = month < 2 ? year - 1 : year
    let monthFromMarch = Int64((month + 10) % 12)
    let days =
      365 * shifted + shifted / 4 - shifted / 100 + shifted / 400
      + (153 * monthFromMarch + 2) / 5 + day - 1 - daysBefore1970
    return ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
  }

  /// The days from 1 March of the year 0 to 1 January 1970.
  private static let daysBefore1970: Int64 = 719_468
}

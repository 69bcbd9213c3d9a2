/// The names of months and weekdays in English, Spanish, French, German and Portuguese.
///
/// They are read in full or abbreviated, in any case, with accents or without. No name means one
/// month in one of the languages and another month in another: a name needs no language.
enum DateNames {
  /// For each month, its names and abbreviations in all the languages.
  static let monthNames = [
    "january jan enero ene janvier janv januar jänner jän janeiro",
    "february feb febrero février févr fév februar feber fevereiro fev",
    "march mar marzo mars märz mär mrz maerz março",
    "april apr abril abr avril avr",
    "may mayo mai maio",
    "june jun junio juin juni junho",
    "july jul julio juillet juil juli julho",
    "august aug agosto ago août",
    "september sept sep septiembre setiembre set septembre setembro",
    "october oct octubre octobre oktober okt outubro out",
    "november nov noviembre novembre novembro",
    "december dec diciembre dic décembre déc dezember dez dezembro",
  ]

  /// For each day of the week from Sunday on, its names in all the languages, with the
  /// abbreviations that are English.
  ///
  /// Others are left out: `mar` is Tuesday in Spanish and French, and March.
  static let weekdayNames = [
    "sunday sun domingo dimanche sonntag",
    "monday mon lunes lundi montag segunda",
    "tuesday tue tues martes mardi dienstag terça",
    "wednesday wed miércoles mercredi mittwoch quarta",
    "thursday thu thur thurs jueves jeudi donnerstag quinta",
    "friday fri viernes vendredi freitag sexta",
    "saturday sat sábado samedi samstag sonnabend",
  ]

  /// What a name is the name of.
  enum Meaning: Equatable {
    /// A month, counting from 1.
    case month(Int)
    /// A day of the week, 0 for Sunday.
    case weekday(Int)
  }

  private static let meanings = {
    var meanings: [FoldedName: Meaning] = [:]
    for (index, names) in monthNames.enumerated() {
      for name in names.split(separator: " ") {
        meanings[FoldedName(String(name))] = .month(index + 1)
      }
    }
    for (index, names) in weekdayNames.enumerated() {
      for name in names.split(separator: " ") {
        meanings[FoldedName(String(name))] = .weekday(index)
      }
    }
    return meanings
  }()

  /// What the letters at `range` name; nil where they name nothing.
  static func meaning(_ range: Range<Int>, in text: Span<UInt8>) -> Meaning? {
    meanings[FoldedName(range, in: text)]
  }

  /// The month, counting from 1, that the letters at `range` name.
  static func month(_ range: Range<Int>, in text: Span<UInt8>) -> Int? {
    guard case .month(let month) = meaning(range, in: text) else { return nil }
    return month
  }

  /// Whether the letters at `range` are a word between the parts of a date: `5 de mayo`.
  static func isParticle(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    particles.contains(FoldedName(range, in: text))
  }

  /// Whether a word with these first letters can be one between the parts of a date.
  @inline(__always)
  static func mayStartParticle(_ first: UInt8, _ second: UInt8) -> Bool {
    let letters = UInt16(first) << 8 | UInt16(second) | 0x2020
    return letters == 0x6465 || letters == 0x6F66  // de, of
  }

  /// Whether the letters at `range` are the second half of a Portuguese weekday: `segunda-feira`.
  static func isFeira(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    FoldedName(range, in: text) == feira
  }

  private static let particles: Set = [FoldedName("of"), FoldedName("de"), FoldedName("del")]
  private static let feira = FoldedName("feira")
}

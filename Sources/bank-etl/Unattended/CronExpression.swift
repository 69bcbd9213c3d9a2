import Datasets

/// When something is to run: the five fields of a line of a crontab (crontab(5)).
struct CronExpression: Equatable {
  /// A part of a field: `*`, `5`, `1-5`, or one of these with a step.
  private struct Part: Equatable {
    let range: ClosedRange<Int>
    let isStar: Bool
    let step: Int?

    /// The numbers that it stands for.
    var numbers: [Int] {
      Array(stride(from: range.lowerBound, through: range.upperBound, by: step ?? 1))
    }
  }

  /// What one of the five fields can be.
  private struct Field {
    let name: String
    let range: ClosedRange<Int>
    var names: [String] = []
  }

  private static let fields = [
    Field(name: "minute", range: 0...59), Field(name: "hour", range: 0...23),
    Field(name: "day of the month", range: 1...31),
    Field(
      name: "month", range: 1...12,
      names: [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
      ]),
    // "0-7 (0 or 7 is Sunday, or use names)"
    Field(
      name: "day of the week", range: 0...7,
      names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
  ]

  private static let nicknames = [
    "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
  ]

  /// The five fields, as cron reads them.
  let text: String
  private let parts: [[Part]]

  /// Reads an expression.
  ///
  /// - Parameter text: five fields, or a word such as `@daily`.
  /// - Throws: `CommandFailure` for what no time fits or cron does not read.
  init(_ text: String) throws(CommandFailure) {
    let expanded = Self.nicknames[text] ?? text
    let words = expanded.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == Self.fields.count else {
      throw CommandFailure(
        .usage,
        Message(
          "expected five fields, such as \"30 6 * * 1-5\", or @hourly, @daily, @weekly, @monthly or "
            + "@yearly for --cron but found \"\(text)\""
            + (text.hasPrefix("@")
              ? NearestMatch.suggestion(for: text, in: Self.nicknames.keys.sorted()) : "")))
    }
    var parts: [[Part]] = []
    for (word, field) in zip(words, Self.fields) { parts.append(try Self.parts(of: word, field)) }
    self.parts = parts
    self.text = words.joined(separator: " ")
    guard isEver else {
      throw CommandFailure(
        .usage,
        Message("expected a day that there is for --cron but found none: \"\(self.text)\" is never")
      )
    }
  }

  /// Whether there is a day that it means: the 31st of February is none.
  private var isEver: Bool {
    // Where both are restricted, the day of the week is enough.
    if !parts[2].contains(where: \.isStar), !parts[4].contains(where: \.isStar) { return true }
    let firstDay = parts[2].flatMap(\.numbers).min() ?? 1
    return parts[3].flatMap(\.numbers).contains { firstDay <= Self.longest(month: $0) }
  }

  /// How many days a month has, in the years in which it has most.
  private static func longest(month: Int) -> Int {
    switch month {
    case 2: 29
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Once a day.
  ///
  /// - Parameter time: `HH:MM`.
  /// - Throws: `CommandFailure` for what is no time of the day.
  init(daily time: String) throws(CommandFailure) {
    let numbers = time.split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
    guard numbers.count == 2, let hour = numbers[0], let minute = numbers[1], hour < 24, minute < 60
    else {
      throw CommandFailure(
        .usage, Message("expected HH:MM, such as 06:30, for --daily but found \"\(time)\""))
    }
    try self.init("\(minute) \(hour) * * *")
  }

  private static func parts(of word: String, _ field: Field) throws(CommandFailure) -> [Part] {
    var parts: [Part] = []
    for text in word.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = part(text, field) else {
        let (first, last) = (field.range.lowerBound, field.range.upperBound)
        throw CommandFailure(
          .usage,
          Message(
            "expected *, numbers from \(first) to \(last), ranges or steps for the \(field.name) "
              + "but found \"\(word)\""))
      }
      parts.append(part)
    }
    return parts
  }

  private static func part(_ text: Substring, _ field: Field) -> Part? {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count <= 2, let range = range(halves[0], field) else { return nil }
    let isStar = halves[0] == "*"
    guard halves.count == 2 else { return Part(range: range, isStar: isStar, step: nil) }
    // "Steps are also permitted after an asterisk", and after a range; not after one number.
    guard isStar || range.count > 1, let step = number(halves[1]), step > 0 else { return nil }
    return Part(range: range, isStar: isStar, step: step)
  }

  private static func range(_ text: Substring, _ field: Field) -> ClosedRange<Int>? {
    if text == "*" { return field.range }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count <= 2, let first = value(ends[0], field),
      let last = value(ends[ends.count - 1], field),
      first <= last
    else { return nil }
    return first...last
  }

  private static func value(_ text: Substring, _ field: Field) -> Int? {
    if let index = field.names.firstIndex(of: text.lowercased()) {
      return index + field.range.lowerBound
    }
    return number(text).flatMap { field.range.contains($0) ? $0 : nil }
  }

  /// A number of one or two digits.
  private static func number(_ text: Substring) -> Int? {
    (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(text) : nil
  }
}

// MARK: For systemd

extension CronExpression {
  /// The same times as calendar events (systemd.time(7)); it takes two where cron means either day.
  var calendarEvents: [String] {
    let time = "\(Self.list(parts[1])):\(Self.list(parts[0])):00"
    let month = Self.list(parts[3])
    let day = Self.list(parts[2])
    let weekdays = self.weekdays
    // "If both fields are restricted (i.e., do not contain the "*" character), the command will be
    // run when either field matches the current time." (crontab(5))
    if !parts[2].contains(where: \.isStar), !parts[4].contains(where: \.isStar) {
      return ["*-\(month)-\(day) \(time)", "\(weekdays)*-\(month)-* \(time)"]
    }
    return ["\(weekdays)*-\(month)-\(day) \(time)"]
  }

  /// The days of the week, with a space behind them; nothing where it is all of them.
  private var weekdays: String {
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let days = Set(parts[4].flatMap(\.numbers).map { $0 % 7 }).sorted()
    return days.count == 7 ? "" : days.map { names[$0] }.joined(separator: ",") + " "
  }

  private static func list(_ parts: [Part]) -> String {
    parts.map { part in
      if part.isStar { return part.step.map { "\(part.range.lowerBound)/\($0)" } ?? "*" }
      let (first, last) = (part.range.lowerBound, part.range.upperBound)
      let range = first == last ? "\(first)" : "\(first)..\(last)"
      return part.step.map { "\(range)/\($0)" } ?? range
    }.joined(separator: ",")
  }
}

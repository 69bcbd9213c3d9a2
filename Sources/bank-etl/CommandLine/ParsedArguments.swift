/// What stands on a command line, checked against the command's description.
struct ParsedArguments: Sendable {
  /// The command they are for.
  let command: Command
  /// The operands, in order.
  let operands: [String]
  /// The values of each option given, by its long name, in order; a flag has empty ones.
  private let values: [String: [String]]

  /// Arguments that were checked.
  ///
  /// - Parameters:
  ///   - command: the command they are for.
  ///   - operands: the operands, in order.
  ///   - values: the values of each option given, by its long name, in order.
  init(of command: Command, operands: [String], values: [String: [String]]) {
    self.operands = operands
    self.values = values
    self.command = command
  }

  /// The same arguments for another command: the values of the options that both have.
  ///
  /// - Parameters:
  ///   - other: the command.
  ///   - extra: values of options that the other command has besides, by their long names.
  /// - Returns: its arguments.
  func forwarded(to other: Command, adding extra: [String: [String]] = [:]) -> ParsedArguments {
    let names = Set(other.options.map(\.name))
    let shared = values.filter { names.contains($0.key) }
    return ParsedArguments(
      of: other, operands: operands, values: shared.merging(extra) { _, extra in extra })
  }

  /// Whether the option was given.
  func has(_ option: Option) -> Bool {
    !texts(option).isEmpty
  }

  /// All the values given to an option, in order.
  func texts(_ option: Option) -> [String] {
    // A command that asks for an option it does not declare would never get it.
    precondition(command.has(option), "--\(option.name) is not declared")
    return values[option.name] ?? []
  }

  /// The last value given to an option, or its default.
  func text(_ option: Option) -> String? {
    texts(option).last ?? option.value?.defaultText
  }

  /// The last value given to an option, or its default, as a number.
  ///
  /// - Parameter option: an option whose value is a number.
  /// - Returns: nil when there is neither, or a word stands in the number's place.
  func number(_ option: Option) -> Int64? {
    text(option).flatMap { Int64($0) }
  }

  /// The last value given to an option, or its default, as one of its choices.
  ///
  /// - Parameters:
  ///   - option: an option whose kind is `ValueKind.choice(Choice.self)`.
  ///   - type: the choices.
  /// - Returns: nil when there is neither.
  func choice<Choice: RawRepresentable<String>>(_ option: Option, as type: Choice.Type) -> Choice? {
    text(option).flatMap { type.init(rawValue: $0) }
  }
}

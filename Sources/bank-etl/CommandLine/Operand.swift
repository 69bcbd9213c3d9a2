/// One operand of a command: what stands on the command line without being an option.
struct Operand: Sendable {
  /// The word for it in help and messages: `FILE`.
  let name: String
  /// What it has to be.
  let kind: ValueKind
  /// What it stands for, as one sentence without a full stop.
  let help: String
  /// Whether it may be left out.
  var isOptional = false
  /// Whether there may be more than one.
  var isRepeated = false

  /// The operand as a synopsis shows it: `FILE...`, `[RUN]`.
  var synopsis: String {
    let name = isRepeated ? name + "..." : name
    return isOptional ? "[\(name)]" : name
  }
}

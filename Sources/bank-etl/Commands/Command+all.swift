extension Command {
  /// Every command, in the order of the help page.
  static var all: [Command] {
    [
      HelpCommand.command,
      VersionCommand.command,
    ]
  }
}

extension Command {
  /// Every command, in the order of the help page.
  static var all: [Command] {
    [
      ImportCommand.command,
      ListCommand.command,
      RunsCommand.command,
      RejectsCommand.command,
      HelpCommand.command,
      VersionCommand.command,
    ]
  }
}

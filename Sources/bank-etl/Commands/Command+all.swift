extension Command {
  /// Every command, in the order of the help page.
  static var all: [Command] {
    [
      ImportCommand.command,
      InspectCommand.command,
      ConvertCommand.command,
      ListCommand.command,
      RunsCommand.command,
      RejectsCommand.command,
    ] + MigrateCommand.all + [
      HelpCommand.command,
      VersionCommand.command,
    ]
  }
}

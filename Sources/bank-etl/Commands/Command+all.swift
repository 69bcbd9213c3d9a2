extension Command {
  /// Every command, in the order of the help page.
  static var all: [Command] {
    [
      ImportCommand.command,
      InspectCommand.command,
      ConvertCommand.command,
      DiffCommand.command,
      ListCommand.command,
      WhyCommand.command,
      RunsCommand.command,
      RunsChangesCommand.command,
      RunsRejectsCommand.command,
      RejectsCommand.command,
      UndoCommand.command,
      PruneCommand.command,
    ] + MigrateCommand.all + [
      HelpCommand.command,
      VersionCommand.command,
    ]
  }
}

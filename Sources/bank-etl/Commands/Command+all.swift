extension Command {
  /// Every command, in the order of the help page.
  static var all: [Command] {
    [
      ImportCommand.command,
      DiffCommand.command,
      InspectCommand.command,
      ConvertCommand.command,
      ListCommand.command,
      ShowCommand.command,
      FindCommand.command,
      AddCommand.command,
      SetCommand.command,
      DeleteCommand.command,
      ExportCommand.command,
      ChartCommand.command,
      GetCommand.command,
      WhyCommand.command,
      RunsCommand.command,
      RunsChangesCommand.command,
      RunsRejectsCommand.command,
      RejectsCommand.command,
      UndoCommand.command,
      PruneCommand.command,
      StatusCommand.command,
      CheckCommand.command,
      BackupCommand.command,
      ScheduleCommand.command,
      ValidateCommand.command,
    ] + DatasetsCommand.all + MigrateCommand.all + [
      HelpCommand.command,
      CompletionsCommand.command,
      VersionCommand.command,
    ]
  }
}

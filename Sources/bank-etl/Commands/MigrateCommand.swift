/// `bank-etl migrate`: the group of commands about the database's schema.
enum MigrateCommand {
  static let command = Command(
    path: ["migrate"],
    summary: "bring the database's tables up to date, or back; alone it is 'migrate up'",
    options: MigrateUpCommand.command.options,
    examples: [
      Example("bank-etl migrate", "apply what is pending to bank.db, which is made if need be"),
      Example("bank-etl migrate status", "list what is applied and what is pending"),
      Example("bank-etl migrate check", "in CI: everything up, down and up again"),
    ],
    discussion: """
      A migration is NNNN_name.up.sql, with NNNN_name.down.sql to undo it and \
      NNNN_name.verify.sql to test it, if you like. The program's own are built in; --migrations \
      DIR names others.
      """,
    action: .group(default: "up"))

  /// The group and its commands, in the order of the help page.
  static let all: [Command] = [
    command, MigrateUpCommand.command, MigrateDownCommand.command, MigrateRedoCommand.command,
    MigrateStatusCommand.command, MigrateCreateCommand.command, MigrateValidateCommand.command,
    MigrateVerifyCommand.command, MigrateRepairCommand.command, MigrateBaselineCommand.command,
    MigrateDumpCommand.command, MigrateLintCommand.command, MigrateCheckCommand.command,
  ]
}

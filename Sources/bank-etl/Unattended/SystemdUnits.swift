/// A service and the timer that starts it, as files for systemd.
struct SystemdUnits {
  /// What is to run.
  let command: ScheduledCommand
  /// When.
  let time: CronExpression

  /// The file of the service (systemd.service(5), systemd.exec(5)).
  var service: String {
    let lines = [
      "[Unit]",
      "Description=bank-etl \(command.name)",
      command.needsNetwork ? "Wants=network-online.target\nAfter=network-online.target" : nil,
      "",
      "[Service]",
      "Type=oneshot",
      environment,
      "ExecStart=\(Self.line(command.words))",
      "# \"the entire file system hierarchy is mounted read-only\", but for these.",
      "ProtectSystem=strict",
      "ReadWritePaths=\(command.writtenFolders.map(Self.path).joined(separator: " "))",
      "ProtectHome=read-only",
      usesTemporaryFolders
        ? "# Not PrivateTmp: the command names files below /tmp." : "PrivateTmp=yes",
    ]
    return (lines.compactMap(\.self) + Self.hardening + network).joined(separator: "\n") + "\n"
  }

  /// The lines that set variables; nil where there are none.
  private var environment: String? {
    let lines = command.variables.map { "Environment=" + Self.path("\($0.name)=\($0.value)") }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The file of the timer (systemd.timer(5)).
  var timer: String {
    let events = time.calendarEvents.map { "OnCalendar=\($0)\n" }.joined()
    return """
      [Unit]
      Description=bank-etl \(command.name), on time

      [Timer]
      \(events)# What was missed while the machine was off is made up for.
      Persistent=true

      [Install]
      WantedBy=timers.target

      """
  }

  private static let hardening = [
    "PrivateDevices=yes", "ProtectClock=yes", "ProtectControlGroups=yes", "ProtectHostname=yes",
    "ProtectKernelLogs=yes", "ProtectKernelModules=yes", "ProtectKernelTunables=yes",
    "CapabilityBoundingSet=", "NoNewPrivileges=yes", "LockPersonality=yes",
    "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes", "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes", "SystemCallArchitectures=native", "SystemCallFilter=@system-service",
    "UMask=0027",
  ]

  private var network: [String] {
    command.needsNetwork
      ? ["RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK"]
      : ["PrivateNetwork=yes", "RestrictAddressFamilies=AF_UNIX"]
  }

  private var usesTemporaryFolders: Bool {
    command.paths.contains { $0.hasPrefix("/tmp/") || $0.hasPrefix("/var/tmp/") }
  }

  /// A command line as systemd reads it.
  ///
  /// The program's path is no argument: in it, specifiers are expanded, but variables are not.
  private static func line(_ words: [String]) -> String {
    let program = words.prefix(1).map { $0.contains("$") ? path($0) : word($0) }
    return (program + words.dropFirst().map(word)).joined(separator: " ")
  }

  /// A word of a command line as systemd reads it: "C-style escapes are supported", `%%` and `$$`
  /// stand for the characters themselves.
  static func word(_ word: String) -> String {
    let isPlain = { (scalar: Unicode.Scalar) in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "+", "=", ":", ",", ".", "/", "@", "%": true
      default: false
      }
    }
    let escaped = escaped(word).split(separator: "$", omittingEmptySubsequences: false)
      .joined(separator: "$$")
    return !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain) ? escaped : "\"\(escaped)\""
  }

  /// A path in a list of them.
  private static func path(_ path: String) -> String { "\"\(escaped(path))\"" }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%%"
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

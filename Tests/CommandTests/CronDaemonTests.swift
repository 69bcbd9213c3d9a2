import Foundation
import Testing

/// A crontab that Debian's cron itself reads: part of `.ci/run` and `make soak`, because it
/// takes up to a minute.
struct CronDaemonTests {
  private static let isAsked = ProcessInfo.processInfo.environment["BANK_ETL_PACKAGING"] != nil
  private static let cron = Repository.program("/usr/sbin/cron", of: "cron")
  private static let canRun =
    geteuid() == 0 && cron != nil
    && Workspace.succeeds("unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt")

  @Test(
    .enabled(if: isAsked, "part of .ci/run and make soak"),
    .enabled(if: canRun, "needs root that may mount, and cron: make tools"))
  func `cron runs the line`() async throws {
    let workspace = try Workspace()
    let file = #"a list's "100%" of \%\\ and *.csv"#
    try workspace.write(file, BankList.text(1...3))
    let schedule = try await workspace.run("schedule", "--cron", "* * * * *", "--", "import", file)
    #expect(schedule.status == 0, "\(schedule)")
    try workspace.write("spool-root", schedule.stdout)
    // Where nothing of the system's cron is seen, and nothing of this one outside. What is missing of
    // a cron that was never installed comes from its package. The runner of the tests blocks SIGTERM,
    // and so would cron.
    let outcome = try await workspace.shell(
      """
      mkdir spool && mv spool-root spool/root && chmod 600 spool/root
      timeout 150 unshare --mount --propagation private bash -c '
        mkdir -p /var/spool/cron/crontabs /etc/cron.d
        mount --bind "$PWD/spool" /var/spool/cron/crontabs
        [ ! -e /etc/crontab ] || mount --bind /dev/null /etc/crontab
        mount -t tmpfs none /etc/cron.d && mount -t tmpfs none /run || exit 99
        cp -r /etc/pam.d pam.d && cp "${CRON%/usr/sbin/cron}/etc/pam.d/cron" pam.d/
        mount --bind "$PWD/pam.d" /etc/pam.d || exit 99
        "$CRON" -f & cron=$!
        for second in $(seq 130); do [ ! -e bank.db ] || break; sleep 1; done
        sleep 1; kill -KILL $cron'
      """, environment: ["CRON": Self.cron ?? ""], inTurn: false)
    #expect(outcome.status == 0 || outcome.status == 143, "\(outcome)")
    let list = try await workspace.run("list", "failed-banks", "--format", "csv")
    #expect(list.stdout.split(separator: "\n").count == 4, "\(list)\n\(outcome)")
  }
}

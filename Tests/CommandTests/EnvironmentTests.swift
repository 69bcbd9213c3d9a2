import Glibc
import Testing

@testable import bank_etl

struct EnvironmentTests {
  @Test func `an empty variable is as good as none`() async {
    // In a process of its own, because setting a variable is no matter for one thread.
    await #expect(processExitsWith: .success) {
      unsafe setenv("BANK_ETL_DB", "a b.db", 1)
      #expect(Environment.value("BANK_ETL_DB") == "a b.db")
      unsafe setenv("BANK_ETL_DB", "", 1)
      #expect(Environment.value("BANK_ETL_DB") == nil)
      unsafe unsetenv("BANK_ETL_DB")
      #expect(Environment.value("BANK_ETL_DB") == nil)
    }
  }
}

import Testing

@Suite struct DatasetsCommandTests {
  @Test(arguments: [["datasets"], ["datasets", "list"]])
  func `the datasets are listed with their tables and keys`(_ words: [String]) async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.start(
      Workspace.program, words + ["--format", "csv"], [:], "")
    #expect(outcome.status == 0, "\(outcome)")
    let lines = outcome.stdout.split(whereSeparator: \.isNewline)
    #expect(lines.first == "dataset,title,tables,key,fields,policy,views")
    #expect(lines.contains { $0.hasPrefix("failed-banks,Failed banks,failed_banks,Cert,") })
    #expect(lines.contains { $0.hasPrefix("sales,") && $0.hasSuffix(",upsert,totals") })
  }
}

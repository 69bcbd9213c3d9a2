import Testing

/// A database with two imports of failed banks: the second changes one bank, lacks one, adds one and
/// has two records that can't be loaded.
enum ImportedBanks {
  static let header = "Bank Name,City,State,Cert,Acquiring Institution,Closing Date,Fund\n"
  static let first =
    header + """
      Almena State Bank,Almena,KS,15426,Equity Bank,23-Oct-20,10538
      Ericson State Bank,Ericson,NE,18265,Farmers and Merchants Bank,14-Feb-20,10536
      City National Bank,Newark,NJ,21111,Industrial Bank,1-Nov-19,10535

      """
  static let second =
    header + """
      Almena State Bank,Almena,KS,15426,"Equity Bank, N.A.",23-Oct-20,10538
      City National Bank,Newark,NJ,21111,Industrial Bank,1-Nov-19,10535
      Resolute Bank,Maumee,OH,58317,Buckeye State Bank,25-Oct-19,10534
      Louisa Community Bank,Louisa,KY,58112,Kentucky Farmers,32-Oct-19,10533
      The Enloe State Bank,Cooper,TX,tex,"Legend Bank, N. A.",31-May-19,10531

      """

  static func make(in workspace: Workspace) async throws {
    try workspace.write("a.csv", first)
    try workspace.write("b.csv", second)
    let one = try await workspace.run("import", "-q", "a.csv")
    try #require(one.status == 0, "\(one)")
    let two = try await workspace.run("import", "-q", "--policy", "replace", "b.csv")
    try #require(two.status == 2, "\(two)")
  }

  /// The rows as a program gets them, to compare before and after.
  static func rows(in workspace: Workspace) async throws -> String {
    try await workspace.run("list", "failed-banks", "--format", "json").stdout
  }
}

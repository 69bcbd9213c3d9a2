/// The datasets that a declaration file declares.
///
/// The file is a Data Package (datapackage.org) whose resources have a Table Schema. What a
/// resource says of its sample (`path`, `format`, `dialect`) is for other programs, such as
/// frictionless-py, and never restricts what is read; its `encoding` is that of files which are no
/// UTF-8. Our own properties are, for a field,
/// `column`, `aliases`, `dateOrder` and `pivot`; for a resource, `table` or `targets`, `policy`,
/// `guards`, `links` and `views`; for the package, `migrations`.
package struct DataPackage: Sendable {
  /// The package's name.
  package let name: String
  /// The file, as it was named.
  package let file: String
  /// The folder of the migrations, relative to the declaration file; nil where none is named.
  package let migrations: String?
  /// The datasets, in the order of the file.
  package let datasets: [Dataset]

  private static let properties: Set<String> = [
    "$schema", "profile", "name", "id", "title", "description", "homepage", "version", "created",
    "keywords", "licenses", "sources", "contributors", "image", "resources", "migrations",
  ]

  /// Reads a declaration file.
  ///
  /// - Parameters:
  ///   - bytes: the text of the file, as UTF-8.
  ///   - file: how messages and `migrationsFolder` name the file.
  /// - Throws: `DeclarationError` at the first mistake.
  package init(_ bytes: [UInt8], file: String) throws(DeclarationError) {
    let node = try DeclarationNode(bytes, file: file)
    try node.checkNames(known: Self.properties)
    self.file = file
    name = try node.member("name")?.name() ?? file
    migrations = try node.member("migrations")?.name()
    let resources = try node.required("resources")
    var datasets: [Dataset] = []
    for element in try resources.elements() {
      let dataset = try Dataset(element)
      guard !datasets.contains(where: { $0.name == dataset.name }) else {
        let message = "another resource is named \(QuotedText.quoted(dataset.name)) too"
        throw try element.required("name").error("\(message); rename one")
      }
      datasets.append(dataset)
    }
    guard !datasets.isEmpty else { throw resources.error("expected a resource but found none") }
    for (index, element) in try resources.elements().enumerated() {
      datasets[index].links = try Self.links(
        of: datasets[index], element.member("links"), among: datasets)
    }
    self.datasets = datasets
  }

  /// The dataset of a name; nil where there is none.
  ///
  /// - Parameter name: the name, exactly as declared.
  /// - Returns: the dataset.
  package func dataset(named name: String) -> Dataset? {
    datasets.first { $0.name == name }
  }

  /// The path of the migrations folder, as seen from where `file` is named from.
  package var migrationsFolder: String? {
    guard let migrations else { return nil }
    guard !migrations.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
      return migrations
    }
    return file[...slash] + migrations
  }
}

// swift-tools-version: 6.3
import PackageDescription

/// Every module is compiled under the same rules: warnings stop the build, and each use of an
/// unsafe construct is marked.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "bank-etl",
  products: [
    .executable(name: "bank-etl", targets: ["bank-etl"])
  ],
  targets: [
    // C libraries as Debian ships them: a module map and a shim, nothing else.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLibCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CXlsxWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
    // Its headers alone: libcurl is loaded when it is first needed.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    // Data flows from the bottom of this list to its top: bytes, records, values, rows.
    module("Records", []),
    module("Digest", ["CCrypto"]),
    module("SQLite", ["CSQLite", "Records"]),
    module("Transfer", ["CCurl"]),
    module("Input", ["CArchive", "CZlib", "Digest", "Records", "Transfer"]),
    module("CSV", ["CLibCSV", "Input", "Records"]),
    module("Workbook", ["CExpat", "Input", "Records"]),
    module("Documents", ["CSV", "Input", "Records"]),
    module("Spreadsheet", ["CXlsxWriter"]),
    module("Datasets", ["Records"]),
    module("Migrations", ["SQLite", "Records"]),
    module("Loading", ["SQLite", "Datasets", "Digest", "Records"]),
    .executableTarget(
      name: "bank-etl",
      dependencies: [
        "SQLite", "Records", "Digest", "Input", "CSV", "Workbook", "Documents", "Spreadsheet",
        "Datasets", "Migrations", "Loading", "Transfer",
      ],
      swiftSettings: strict,
      plugins: ["EmbedFiles"]),

    // The files of `migrations/` and the declarations of `data/` become part of the binary.
    .executableTarget(name: "embed-files", swiftSettings: strict),
    .plugin(
      name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"]),

    tests("RecordsTests", ["Records"]),
    tests("DigestTests", ["Digest"]),
    tests("SQLiteTests", ["SQLite", "Records", "SeedSupport"]),
    // Makes the compressed files that tests read.
    .target(
      name: "ArchiveSupport", dependencies: ["CArchive"], path: "Tests/ArchiveSupport",
      swiftSettings: strict),
    // A server on loopback that does what real ones do on their bad days.
    .target(name: "ServerSupport", path: "Tests/ServerSupport", swiftSettings: strict),
    // Random numbers that a test gets again, and how many of them.
    .target(name: "SeedSupport", path: "Tests/SeedSupport", swiftSettings: strict),
    // Files that a test writes and reads.
    .target(name: "FileSupport", path: "Tests/FileSupport", swiftSettings: strict),
    // Where the files are that others published.
    .target(name: "SampleSupport", path: "Tests/SampleSupport", swiftSettings: strict),
    tests("TransferTests", ["Transfer", "ServerSupport"]),
    tests("InputTests", ["Input", "ArchiveSupport", "FileSupport", "SeedSupport"]),
    tests(
      "CSVTests", ["CSV", "Input", "Records", "FileSupport", "SampleSupport", "SeedSupport"]),
    tests(
      "WorkbookTests",
      ["Workbook", "Input", "Records", "ArchiveSupport", "SampleSupport", "SeedSupport"]),
    tests("DocumentsTests", ["Documents", "CSV", "Input", "Records", "SeedSupport"]),
    tests("SpreadsheetTests", ["Spreadsheet", "Workbook", "Input", "Records"]),
    tests("DatasetsTests", ["Datasets", "Records", "SampleSupport", "SeedSupport"]),
    tests("MigrationsTests", ["Migrations", "SQLite", "SeedSupport"]),
    tests("LoadingTests", ["Loading", "SQLite", "Datasets", "Records", "SeedSupport"]),
    tests(
      "CommandTests",
      [
        "bank-etl", "Datasets", "Loading", "SQLite", "ArchiveSupport", "ServerSupport",
        "SampleSupport", "SeedSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

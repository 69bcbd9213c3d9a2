import CLibCSV

extension CSVReader {
  /// The version of libcsv that the program was built with: `3.0.3`.
  ///
  /// The library can't be asked for it; its soname, `libcsv.so.3`, changes with the first number.
  package static let libraryVersion = "\(CSV_MAJOR).\(CSV_MINOR).\(CSV_RELEASE)"
}

import CExpat

extension WorkbookReader {
  /// The version of the expat library that the program runs with: `2.7.1`.
  package static var libraryVersion: String {
    let version = XML_ExpatVersionInfo()
    return "\(version.major).\(version.minor).\(version.micro)"
  }
}

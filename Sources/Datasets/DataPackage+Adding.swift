extension DataPackage {
  /// A declaration file with one more resource; the rest of its text stays as it is.
  ///
  /// - Parameters:
  ///   - resource: the resource, as JSON, indented for its place.
  ///   - bytes: the text of the file, as UTF-8.
  ///   - file: how messages name the file.
  /// - Returns: the new text.
  /// - Throws: `DeclarationError` where either is wrong, or a resource has the same name.
  package static func text(
    adding resource: String, to bytes: [UInt8], file: String
  ) throws(DeclarationError) -> [UInt8] {
    let resources = try DeclarationNode(bytes, file: file).required("resources")
    let isEmpty = try resources.elements().isEmpty
    let bracket = resources.json.end - 1
    var end = bracket
    while end > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    let text =
      bytes[..<end] + (isEmpty ? "\n    " : ",\n    ").utf8 + resource.utf8 + "\n  ".utf8
      + bytes[bracket...]
    _ = try DataPackage(Array(text), file: file)
    return Array(text)
  }
}

internal import CCurl

/// libcurl, loaded when it is first needed.
@safe
final class CurlLibrary: @unchecked Sendable {
  // @unchecked: filled before anybody gets it, and only read from then on.
  let calls: UnsafeMutablePointer<curl_calls>

  private static let loaded = CurlLibrary()

  /// The library.
  ///
  /// - Throws: `TransferError` of kind `missingLibrary`.
  static func shared() throws(TransferError) -> CurlLibrary {
    guard let loaded else {
      throw TransferError(
        .missingLibrary, "a source by URL needs libcurl, which is not here: install libcurl4")
    }
    return loaded
  }

  private init?() {
    unsafe calls = .allocate(capacity: 1)
    unsafe calls.initialize(to: curl_calls())
    // curl_global_init(3): "This function must be called at least once within a program … before
    // the program calls any other function in libcurl."
    guard unsafe curl_load(calls) else {
      unsafe calls.deallocate()
      return nil
    }
  }

  /// The library's version, as `7.88.1`.
  var version: String? {
    guard let info = unsafe calls.pointee.version_info?(CURLVERSION_FIRST),
      let text = unsafe info.pointee.version
    else { return nil }
    return unsafe String(cString: text)
  }

  /// What the library says of a result.
  func text(of code: CURLcode) -> String {
    guard let text = unsafe calls.pointee.easy_strerror?(code) else {
      return "error \(code.rawValue)"
    }
    return unsafe String(cString: text)
  }
}

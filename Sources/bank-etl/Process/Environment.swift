import Glibc
import Records

/// The variables that the process was started with.
enum Environment {
  /// The value of a variable.
  ///
  /// - Parameter name: the variable's name.
  /// - Returns: its value, as `FileName` writes bytes that are no UTF-8; nil when it is not set or empty,
  ///   which mean the same here.
  static func value(_ name: String) -> String? {
    guard let start = unsafe getenv(name) else { return nil }
    let value = unsafe FileName.text(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    return value.isEmpty ? nil : value
  }
}

import Glibc

/// The variables that the process was started with.
enum Environment {
  /// The value of a variable.
  ///
  /// - Parameter name: the variable's name.
  /// - Returns: its value; nil when it is not set or empty, which mean the same here.
  static func value(_ name: String) -> String? {
    guard let start = unsafe getenv(name) else { return nil }
    let value = unsafe String(cString: start)
    return value.isEmpty ? nil : value
  }
}

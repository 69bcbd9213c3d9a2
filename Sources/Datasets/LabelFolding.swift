/// What of a column's label counts when labels are compared.
///
/// Lists of different years write one label as `CERT #`, `Cert`, `Cert` with a no-break space, or
/// `Cert†`: what stays the same are its letters and digits.
package enum LabelFolding {
  /// The letters and digits of a label in lower case.
  ///
  /// - Parameter label: the label.
  /// - Returns: the folded label; empty where there is no letter or digit.
  package static func folded(_ label: String) -> String {
    isASCII(label) ? foldedToASCII(label) : foldedUnicode(label)
  }

  /// The ASCII letters and digits of a label in lower case.
  ///
  /// This is what is left of a label whose stray marks were decoded wrongly: `Cert` with a no-break
  /// space becomes `CertÂ ` when its UTF-8 is taken for windows-1252.
  ///
  /// - Parameter label: the label.
  /// - Returns: the folded label; empty where there is no ASCII letter or digit.
  package static func foldedToASCII(_ label: String) -> String {
    var folded: [UInt8] = []
    for byte in label.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        folded.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        folded.append(byte | 0x20)
      default:
        break
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  private static func isASCII(_ label: String) -> Bool {
    label.utf8.allSatisfy { $0 < 0x80 }
  }

  private static func foldedUnicode(_ label: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in label.lowercased().unicodeScalars where isKept(scalar) { folded.append(scalar) }
    return String(folded)
  }

  /// Letters, digits, and the marks that belong to letters.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default:
      false
    }
  }
}

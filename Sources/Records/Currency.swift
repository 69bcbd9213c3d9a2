/// How currencies are written beside an amount.
package enum Currency {
  /// The codes of ISO 4217 that countries use, one behind the other.
  private static let codes = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLF CLP CNH CNY COP CRC CUP CVE CZK DEM DJF DKK DOP DZD EGP ERN ESP ETB EUR FJD
    FKP FRF GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK ITL JMD JOD
    JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
    MUR MVR MWK MXN MYR MZN NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PTE PYG QAR RON
    RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY
    TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL
    """.split { $0 == " " || $0 == "\n" }.map { code in
      code.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    })

  /// Words that aren't codes: krone and krona, złoty, koruna.
  private static let words = ["kr", "zł", "Kč"].map { Array($0.utf8) }

  /// The codes of signs and words that stand for one currency where nothing else is said.
  private static let codesOfSigns = [
    "$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "R$": "BRL",
    "zł": "PLN", "Kč": "CZK", "kr.": "kr",
  ]

  /// The code of a currency, or its sign or word where that could be several: `kr`.
  package static func code(of unit: [UInt8]) -> String {
    let text = String(decoding: unit, as: UTF8.self)
    return codesOfSigns[text] ?? text
  }

  /// How many bytes the sign, code or word of a currency at `position` has; 0 where there is none.
  package static func length(at position: Int, before end: Int, in text: Span<UInt8>) -> Int {
    let sign = signLength(at: position, before: end, in: text)
    if sign > 0 { return sign }
    var next = position
    var code: UInt32 = 0
    while next < end, case let letter = text[next], letter >= 0x41, letter <= 0x5A {
      guard next - position < 3 else { return 0 }
      code = code << 8 | UInt32(letter)
      next += 1
    }
    let length = next - position
    // US$, R$, HK$.
    if length > 0, next < end, text[next] == UInt8(ascii: "$") { return length + 1 }
    if length == 3, codes.contains(code) {
      return isPartOfWord(at: next, before: end, in: text) ? 0 : 3
    }
    for word in words where position + word.count <= end {
      var after = position + word.count
      guard word.indices.allSatisfy({ text[position + $0] == word[$0] }) else { continue }
      // An abbreviation's dot, as in "kr. 5": not with a digit behind it, where it could be a mark.
      if after < end, text[after] == UInt8(ascii: "."),
        after + 1 == end || text.anySpaceLength(at: after + 1, before: end) > 0
      {
        after += 1
      }
      return isPartOfWord(at: after, before: end, in: text) ? 0 : after - position
    }
    return 0
  }

  /// `$`, £, ¥, and what Unicode has in its block of currency signs (U+20A0 to U+20CF), € among it.
  private static func signLength(at position: Int, before end: Int, in text: Span<UInt8>) -> Int {
    switch text[position] {
    case UInt8(ascii: "$"):
      return 1
    case 0xC2:
      guard position + 1 < end else { return 0 }
      return text[position + 1] == 0xA3 || text[position + 1] == 0xA5 ? 2 : 0
    case 0xE2:
      guard position + 2 < end else { return 0 }
      let (second, third) = (text[position + 1], text[position + 2])
      let isSign =
        second == 0x82 && 0xA0...0xBF ~= third || second == 0x83 && 0x80...0x8F ~= third
      return isSign ? 3 : 0
    default:
      return 0
    }
  }

  /// Whether a word goes on at `position`, or a mark follows that could be a number's or the word's.
  private static func isPartOfWord(
    at position: Int, before end: Int, in text: Span<UInt8>
  ) -> Bool {
    guard position < end, text.anySpaceLength(at: position, before: end) == 0 else { return false }
    let byte = text[position]
    let isMark = byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
    return 0x61...0x7A ~= byte | 0x20 || byte >= 0x80 || isMark
  }
}

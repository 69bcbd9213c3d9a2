/// The part `xl/styles.xml`: which number format each style of a cell has.
final class Styles: XMLContent {
  /// By the style's place, counting from 0.
  private(set) var formats: [NumberFormat] = []

  private var formatsByNumber: [Int: NumberFormat] = [:]
  private var isInCells = false

  /// The most styles that are kept; Excel's own limit is 65,490.
  private static let countMax = 1 << 20

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == XMLName("numFmt") {
      guard let number = attributes.number(XMLName("numFmtId")),
        let code = attributes.string(XMLName("formatCode"))
      else { return }
      formatsByNumber[number] = NumberFormat(code: code)
    } else if name == XMLName("cellXfs") {
      isInCells = true
    } else if name == XMLName("xf"), isInCells {
      let number = attributes.number(XMLName("numFmtId")) ?? 0
      formats.append(formatsByNumber[number] ?? NumberFormat(builtIn: number))
    }
    if formats.count > Self.countMax || formatsByNumber.count > Self.countMax {
      failure = .malformed("it has more than \(Self.countMax) styles")
    }
  }

  override func end(_ name: XMLName) {
    if name == XMLName("cellXfs") { isInCells = false }
  }
}

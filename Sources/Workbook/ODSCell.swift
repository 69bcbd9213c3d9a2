/// A cell of an OpenDocument spreadsheet while it is read: its typed value, or the text that it shows.
struct ODSCell {
  /// How many cells in a row are the same.
  private(set) var repetitions = 1
  /// How many columns and rows it lies over, its own among them.
  private(set) var span = (columns: 1, rows: 1)
  /// Whether it has an error in place of its value.
  private(set) var isError = false
  /// Whether the text became larger than a cell may be.
  private(set) var isTooLarge = false

  private var kind = Kind.text
  /// What the attribute of the value says; nil where the text does.
  private var stated: [UInt8]?
  private var shown: [UInt8] = []
  private var isCovered = false
  private var hasParagraph = false
  /// How deep the elements are whose text counts; 0 outside of paragraphs.
  private var paragraphDepth = 0
  /// How deep an element within a paragraph is whose text does not count; 0 outside of one.
  private var asideDepth = 0
  private var followsSpace = false
  private let names = Names()

  private enum Kind {
    case text
    case number
    case date
    case time
    case boolean
  }

  private struct Names {
    let repetitions = XMLName("number-columns-repeated")
    let spannedColumns = XMLName("number-columns-spanned")
    let spannedRows = XMLName("number-rows-spanned")
    let type = XMLName("value-type")
    let error = XMLName("error")
    let float = XMLName("float")
    let percentage = XMLName("percentage")
    let currency = XMLName("currency")
    let day = XMLName("date")
    let moment = XMLName("time")
    let truth = XMLName("boolean")
    let yes = XMLName("true")
    let value = XMLName("value")
    let date = XMLName("date-value")
    let time = XMLName("time-value")
    let boolean = XMLName("boolean-value")
    let string = XMLName("string-value")
    let paragraph = XMLName("p")
    let space = XMLName("s")
    let count = XMLName("c")
    let tab = XMLName("tab")
    let lineBreak = XMLName("line-break")
    let annotation = XMLName("annotation")
    let note = XMLName("note")
    let ruby = XMLName("ruby-text")

    func kind(_ type: XMLName) -> Kind? {
      if type == float || type == percentage || type == currency { return .number }
      if type == day { return .date }
      if type == moment { return .time }
      return type == truth ? .boolean : nil
    }
  }

  /// Takes in the attributes of a cell, in place of the one before.
  ///
  /// - Parameters:
  ///   - attributes: of the element.
  ///   - isCovered: whether another cell, which was merged with it, lies over the cell.
  mutating func begin(_ attributes: XMLAttributes, isCovered: Bool) {
    repetitions = 1
    (isError, isTooLarge, hasParagraph, followsSpace) = (false, false, false, false)
    (kind, stated, paragraphDepth, asideDepth) = (.text, nil, 0, 0)
    shown.removeAll(keepingCapacity: true)
    self.isCovered = isCovered
    let names = names
    var (kind, stated, isError, count) = (Kind.text, [UInt8]?.none, false, 1)
    var span = (columns: 1, rows: 1)
    attributes.forEach { name, value in
      if name == names.type {
        let type = XMLName(value)
        isError = isError || type == names.error
        kind = names.kind(type) ?? kind
      } else if name == names.value || name == names.date || name == names.time
        || name == names.boolean || name == names.string
      {
        var bytes: [UInt8] = []
        bytes.append(value)
        stated = bytes
      } else if name == names.repetitions {
        count = max(1, Int(decimal: value) ?? Int(Int32.max))
      } else if name == names.spannedColumns {
        span.columns = Int(decimal: value) ?? 1
      } else if name == names.spannedRows {
        span.rows = Int(decimal: value) ?? 1
      }
    }
    (self.kind, self.stated, self.isError, repetitions) = (kind, stated, isError, count)
    self.span = span
  }

  // MARK: The text that is shown

  /// An element begins within the cell, at a depth of 2 or more.
  mutating func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) {
    if depth == 2 {
      guard name == names.paragraph else { return }
      if hasParagraph { shown.append(0x0A) }
      hasParagraph = true
      paragraphDepth = depth
      followsSpace = true
    } else if paragraphDepth == 0 || asideDepth > 0 {
      return
    } else if name == names.space {
      let count = min(attributes.number(names.count) ?? 1, SheetRecords.cellBytesMax)
      add(byte: 0x20, count: max(1, count))
    } else if name == names.tab {
      add(byte: 0x09, count: 1)
    } else if name == names.lineBreak {
      add(byte: 0x0A, count: 1)
    } else if name == names.annotation || name == names.note || name == names.ruby {
      asideDepth = depth
    }
  }

  /// An element ends within the cell.
  mutating func end(_ name: XMLName, depth: Int) {
    if depth == paragraphDepth { paragraphDepth = 0 }
    if depth == asideDepth { asideDepth = 0 }
  }

  private mutating func add(byte: UInt8, count: Int) {
    guard shown.count + count <= SheetRecords.cellBytesMax else {
      isTooLarge = true
      return
    }
    shown.append(contentsOf: repeatElement(byte, count: count))
    followsSpace = false
  }

  /// Adds text of a paragraph.
  ///
  /// White space at its start is no text, and several characters of it are one space: what people
  /// have typed beyond that are elements (OpenDocument 1.3, part 3, 6.1.2 and 6.1.3).
  mutating func add(_ text: Span<UInt8>) {
    guard paragraphDepth > 0, asideDepth == 0 else { return }
    guard shown.count + text.count <= SheetRecords.cellBytesMax else {
      isTooLarge = true
      return
    }
    for index in text.indices {
      let byte = text[index]
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if !isSpace { shown.append(byte) } else if !followsSpace { shown.append(0x20) }
      followsSpace = isSpace
    }
  }

  // MARK: The value

  /// The value as text: numbers as they are kept, days as ISO-8601, `TRUE` and `FALSE`.
  var value: [UInt8] {
    if isCovered { return [] }
    guard !isError, let stated, !stated.isEmpty else { return shown }
    switch kind {
    case .text, .date: return stated
    case .number:
      return CellNumber.isCanonical(stated.span) ? stated : CellNumber.kept(stated.span) ?? stated
    case .time: return SerialDate.text(duration: stated.span) ?? stated
    case .boolean: return Array((XMLName(stated.span) == names.yes ? "TRUE" : "FALSE").utf8)
    }
  }
}

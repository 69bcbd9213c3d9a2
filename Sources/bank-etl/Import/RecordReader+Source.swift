import CSV
import Input
import Workbook

// MARK: What the source is

extension RecordReader {
  /// Whether the records come from a sheet of a workbook.
  var isWorkbook: Bool { workbook != nil }

  /// Whether the source is a text without a byte.
  var isEmpty: Bool {
    switch text {
    case .some(let reader): reader.isEmpty
    case nil: false
    }
  }

  /// Whether the source is a regular file: it can be read again without a copy.
  var isRegularFile: Bool {
    switch text {
    case .some(let reader): reader.input.isRegularFile
    case nil: workbook?.isRegularFile ?? isFile
    }
  }

  /// Which encoding is used, as far as it is known, and why; nil for a workbook.
  var encoding: EncodingDecision? {
    switch text {
    case .some(let reader): reader.input.encoding
    case nil: nil
    }
  }

  /// How a text is written, and the evidence for it; nil for a workbook.
  var textDetection: DialectDetection? {
    switch text {
    case .some(let reader): reader.detection
    case nil: nil
    }
  }

  /// How a text is written; nil for a workbook.
  var dialect: Dialect? { textDetection?.dialect }

  /// What the file is where it is no plain text: a workbook, or what a text is compressed in.
  var container: ForeignFormat? {
    switch text {
    case .some(let reader): reader.input.container
    case nil: workbook?.format
    }
  }

  /// The name of the sheet; nil for a text.
  var sheetName: String? { workbook?.sheet?.name }
}

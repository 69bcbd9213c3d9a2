import CSV
import Documents
import Input
import Workbook

// MARK: What the source is

extension RecordReader {
  /// Whether the records come from a sheet of a workbook.
  var isWorkbook: Bool { workbook != nil }

  /// Whether the source is a text without a byte, or all its lines are left out.
  var isEmpty: Bool {
    switch text {
    case .some(let reader): reader.isEmpty
    case nil: false
    }
  }

  /// Whether the source is a text with lines, all of which are left out at its end.
  var isSkipped: Bool {
    switch text {
    case .some(let reader): reader.isSkipped
    case nil: false
    }
  }

  /// Whether the source is a regular file: it can be read again without a copy.
  var isRegularFile: Bool {
    switch text {
    case .some(let reader): reader.input.isRegularFile
    case nil: workbook?.isRegularFile ?? document?.isRegularFile ?? isFile
    }
  }

  /// Which encoding is used, as far as it is known, and why; nil for a workbook.
  var encoding: EncodingDecision? {
    switch text {
    case .some(let reader): reader.input.encoding
    case nil: document?.encoding
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

  /// What the file is where it is no delimited text: a workbook, a document, or what a text is
  /// compressed in.
  var container: ForeignFormat? {
    switch text {
    case .some(let reader): reader.input.container
    case nil: workbook?.format ?? document.map { $0.compression ?? $0.format }
    }
  }

  /// What a text is compressed in, if it is; nil for a workbook.
  var compression: ForeignFormat? {
    switch text {
    case .some(let reader): reader.input.container
    case nil: document?.compression
    }
  }

  /// The name of the sheet; nil for a text.
  var sheetName: String? { workbook?.sheet?.name }
}

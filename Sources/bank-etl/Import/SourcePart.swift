import Input

/// One of the lists that a source has beside one another: each is imported as a file of its own.
enum SourcePart: Hashable {
  /// A file of a zip archive, by its name there.
  case member(String)
  /// A sheet of a workbook, by its name.
  case sheet(String)

  /// What the ledger and messages call it.
  ///
  /// - Parameter path: the source.
  /// - Returns: `lists.zip/2020.csv`, or `book.xlsx#2020`.
  func name(in path: String) -> String {
    switch self {
    case .member(let name): "\(path)/\(name)"
    case .sheet(let name): "\(path)#\(name)"
    }
  }
}

/// What a source has that is no single list.
struct SourceParts {
  /// The lists, in the order of the source.
  let parts: [SourcePart]
  /// What is said of the others; nil where there are none.
  let passedOver: String?

  /// What an error says of a source; nil where that is something else, or the lists can't be told from
  /// other files, or the source can't be read once for each of them.
  ///
  /// - Parameters:
  ///   - error: what opening the source threw.
  ///   - path: the source.
  init?(_ error: any Error, _ path: String) {
    guard path != "-" else { return nil }
    switch error {
    case let several as SeveralSheets:
      parts = several.sheets.map(SourcePart.sheet)
      passedOver = PassedOver.message(sheets: several.passedOver)
    case let error as InputError:
      guard case .notOneMember(let names, let others) = error.kind, !names.isEmpty,
        names.allSatisfy(NameDisagreement.isNamedText)
      else { return nil }
      parts = names.map(SourcePart.member)
      passedOver = PassedOver.message(others)
    default: return nil
    }
  }
}

/// Several sheets of a workbook have a header of a dataset, and one was to be read.
struct SeveralSheets: Error {
  /// The path of the workbook as it was given.
  let path: String
  /// The sheets, in the order of their tabs.
  let sheets: [String]
  /// The sheets with records that have no such header, or are hidden.
  let passedOver: [String]

  /// What is said where only one of them can be read.
  var failure: CommandFailure {
    let names = sheets.map { "\"\($0)\"" }.joined(separator: ", ")
    return CommandFailure(
      .dataError,
      Message(
        "expected one sheet with the header but found \(sheets.count): \(names); "
          + "choose one with --sheet", at: CommandFailure.place(path, nil)))
  }
}

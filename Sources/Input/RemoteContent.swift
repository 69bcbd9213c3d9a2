internal import Transfer

/// The bytes of a download, with the compression undone that its server added for the transfer.
final class RemoteContent {
  private let download: Download
  private let limit: ExpansionLimit
  private var decoder: GzipDecoder?
  private var contentBytes: Int64 = 0

  /// The content of a download that was opened.
  ///
  /// - Parameters:
  ///   - download: the download, of which nothing has been read.
  ///   - limit: how far it may expand.
  /// - Throws: `InputError` when there is no answer with a file in it.
  init(_ download: Download, _ limit: ExpansionLimit) throws(InputError) {
    self.download = download
    self.limit = limit
    let response = try Self.reporting(download) { () throws(TransferError) in try download.open() }
    guard response.isGzip else { return }
    let raw = try RemoteContent(raw: download, limit)
    decoder = try GzipDecoder(SourceFeed(try ByteSource(raw, name: download.address.shown)))
  }

  /// The bytes as they are sent.
  private init(raw download: Download, _ limit: ExpansionLimit) throws(InputError) {
    self.download = download
    self.limit = limit
  }

  /// Whether the bytes are others than those that are sent.
  var isDecoded: Bool { decoder != nil }

  /// Appends the next bytes, at most `count`.
  ///
  /// - Returns: how many bytes were appended; 0 at the end, when the whole file has come.
  /// - Throws: `InputError` when it can't be had whole, or expands too far.
  func read(upTo count: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
    guard let decoder else {
      return try Self.reporting(download) { () throws(TransferError) in
        try download.read(upTo: count, into: &buffer)
      }
    }
    let got = try decoder.read(upTo: count, into: &buffer)
    contentBytes += Int64(got)
    guard limit.allows(contentBytes, from: download.receivedBytes) else {
      throw InputError(path: download.address.shown, kind: .expandsTooFar(.gzip))
    }
    return got
  }

  private static func reporting<Result>(
    _ download: Download, _ call: () throws(TransferError) -> Result
  ) throws(InputError) -> Result {
    do throws(TransferError) {
      return try call()
    } catch {
      throw InputError(
        path: download.address.shown,
        kind: error.kind == .interrupted ? .interrupted : .transfer(error))
    }
  }
}

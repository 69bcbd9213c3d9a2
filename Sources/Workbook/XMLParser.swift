import CExpat
import Glibc

/// What is done with a document while it is parsed.
class XMLContent {
  /// Why the document can't be used; once it is set, parsing ends.
  var failure: WorkbookError.Kind?
  /// Whether parsing is to stop behind the current element, to go on later.
  var isPaused = false

  /// An element begins.
  func start(_ name: XMLName, _ attributes: XMLAttributes) {}
  /// An element ends.
  func end(_ name: XMLName) {}
  /// Text, or a part of it, in the innermost element.
  func text(_ bytes: Span<UInt8>) {}
}

/// Expat, fed with blocks of one document, without declarations of types and entities.
@safe
final class XMLParser {
  private let parser: XML_Parser
  private let content: XMLContent
  private var depth = 0
  private var fedBytes: Int64 = 0
  private var isSuspended = false
  private var isFinal = false

  /// The most elements that may be open within one another; a sheet has ten.
  static let depthMax = 256

  /// The most bytes a tag, with its attributes, may have: 1 MiB.
  ///
  /// Expat looks at what is not complete again with each block.
  static let tagBytesMax: Int64 = 1 << 20

  /// A parser at the start of a document; nil when there is no memory for it.
  init?(_ content: XMLContent) {
    guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
    unsafe self.parser = unsafe parser
    self.content = content
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(parser, elementStarted, elementEnded)
    unsafe XML_SetCharacterDataHandler(parser, textCame)
    unsafe XML_SetStartDoctypeDeclHandler(parser, doctypeStarted)
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// Parses until the content pauses, or the block is used up.
  ///
  /// - Parameter block: the next bytes of the document, none at its end. They are not looked at
  ///   where the last call returned `paused`.
  /// - Returns: what to do next.
  func parse(_ block: [UInt8]) -> Progress {
    let status: XML_Status
    if isSuspended {
      unsafe status = XML_ResumeParser(parser)
    } else {
      isFinal = block.isEmpty
      fedBytes += Int64(block.count)
      status = unsafe block.withUnsafeBytes { bytes in
        unsafe XML_Parse(
          parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
          isFinal ? 1 : 0)
      }
    }
    isSuspended = status == XML_STATUS_SUSPENDED
    if let failure = content.failure { return .failed(failure) }
    guard status != XML_STATUS_ERROR else { return .failed(.malformed(reason)) }
    if isSuspended { return .paused }
    guard unsafe fedBytes - Int64(XML_GetCurrentByteIndex(parser)) <= Self.tagBytesMax else {
      return .failed(.malformed("a tag is larger than \(Self.tagBytesMax >> 20) MiB"))
    }
    return isFinal ? .ended : .needsBlock
  }

  /// What a call of `parse` has come to.
  enum Progress: Equatable {
    /// The next block is needed.
    case needsBlock
    /// The content wants to be asked again before the next block.
    case paused
    /// The document is complete.
    case ended
    case failed(WorkbookError.Kind)
  }

  private var reason: String {
    let code = unsafe XML_GetErrorCode(parser)
    let text = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "error"
    return unsafe "\(text) at line \(XML_GetCurrentLineNumber(parser))"
  }

  // MARK: What expat calls

  fileprivate func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    guard content.failure == nil else { return }
    depth += 1
    if depth > Self.depthMax { content.failure = .malformed("too many elements are open") }
    unsafe content.start(XMLName(name), attributes)
    stopIfAsked()
  }

  fileprivate func end(_ name: UnsafePointer<CChar>) {
    guard content.failure == nil else { return }
    depth -= 1
    unsafe content.end(XMLName(name))
    stopIfAsked()
  }

  fileprivate func text(_ bytes: UnsafePointer<CChar>, _ count: Int32) {
    let memory = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    let span = unsafe Span<UInt8>(_unsafeBytes: memory)
    content.text(span)
    if content.failure != nil { stopIfAsked() }
  }

  fileprivate func refuse() {
    content.failure = .malformed("it declares types or entities of its own")
    stopIfAsked()
  }

  /// Stops the parser where the content wants it.
  ///
  /// expat.h: "Some call-backs may still follow because they would otherwise get lost. Examples:
  /// endElementHandler() for empty elements when stopped in startElementHandler()".
  private func stopIfAsked() {
    if content.failure != nil {
      unsafe XML_StopParser(parser, XML_Bool(0))
    } else if content.isPaused {
      content.isPaused = false
      unsafe XML_StopParser(parser, XML_Bool(1))
    }
  }
}

private func elementStarted(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let context = unsafe context, let name = unsafe name else { return }
  let attributes = unsafe XMLAttributes(attributes)
  unsafe Unmanaged<XMLParser>.fromOpaque(context)._withUnsafeGuaranteedRef {
    unsafe $0.start(name, attributes)
  }
}

private func elementEnded(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  guard let context = unsafe context, let name = unsafe name else { return }
  unsafe Unmanaged<XMLParser>.fromOpaque(context)._withUnsafeGuaranteedRef {
    unsafe $0.end(name)
  }
}

private func textCame(
  _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32
) {
  guard let context = unsafe context, let text = unsafe text else { return }
  unsafe Unmanaged<XMLParser>.fromOpaque(context)._withUnsafeGuaranteedRef {
    unsafe $0.text(text, count)
  }
}

private func doctypeStarted(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ system: UnsafePointer<CChar>?, _ public: UnsafePointer<CChar>?, _ hasSubset: Int32
) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<XMLParser>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.refuse() }
}

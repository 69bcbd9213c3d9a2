import Records
import Testing

@testable import Documents

struct JSONScannerTests {
  /// The members of an object as `name=value` with the kind of value, or why it is none.
  private func read(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    var position = 0
    do throws(JSONFlaw) {
      try scanner.object(in: bytes.span, from: &position)
    } catch {
      switch error {
      case .incomplete: return "incomplete"
      case .unexpected(let place, let expected): return "\(place): \(expected)"
      case .tooDeep(let place): return "\(place): too deep"
      }
    }
    let members = scanner.members.map { member in
      let name = String(decoding: scanner.text[member.name], as: UTF8.self)
      let value = String(decoding: scanner.text[member.value], as: UTF8.self)
      return "\(name)=\(value) \(member.mark)"
    }
    return members.joined(separator: ", ") + (position == bytes.count ? "" : " +")
  }

  @Test(
    arguments: [
      ("{}", ""), (#"{ "a" : 1 }"#, "a=1 number"), (#"{"a":"","b":null}"#, "a= string, b= null"),
      (#"{"a":-0.5e+10,"b":9007199254740993}"#, "a=-0.5e+10 number, b=9007199254740993 number"),
      (#"{"a":true,"b":false}"#, "a=true boolean, b=false boolean"),
      (#"{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}"#, "a=\"\\/\u{8}\u{c}\n\r\té😀 string"),
      (#"{"a":{"b":[1,{"c":"]}"}]},"d":[]}"#, #"a={"b":[1,{"c":"]}"}]} nested, d=[] nested"#),
      (#"{"a":{"$base64":true,"encoded":"+/8="}}"#, "a=+/8= bytes"),
      (#"{"a":{"$base64":false,"encoded":""}}"#, #"a={"$base64":false,"encoded":""} nested"#),
      (#"{"a":1}{"b":2}"#, "a=1 number +"), (#"{"a\u0062":"x"}"#, "ab=x string"),
    ])
  func `an object has its members as they are written`(text: String, expected: String) {
    #expect(read(text) == expected)
    for count in text.utf8.indices where expected.last != "+" {
      #expect(
        read(String(decoding: text.utf8[..<count], as: UTF8.self).prefixOr("{")) == "incomplete")
    }
  }

  @Test(
    arguments: [
      ("{a:1}", "1: a name in quotes"), (#"{"a" 1}"#, "5: \":\""),
      (#"{"a":1,}"#, "7: a name in quotes"),
      (#"{"a":01}"#, "5: a number without zeros in front"), (#"{"a":.5}"#, "5: a value"),
      (#"{"a":1.}"#, "7: a digit"), (#"{"a":+1}"#, "5: a value"), (#"{"a":NaN}"#, "5: a value"),
      (#"{"a":nul}"#, "5: a value"), (#"{"a":1 "b":2}"#, "7: \",\" or \"}\""),
      (#"{"a":"\ud800"}"#, #"12: \u and four hexadecimal digits"#),
      (#"{"a":"\udc00"}"#, "6: a character and not half of one"),
      (#"{"a":"\x"}"#, "6: an escape of JSON"), (#"{"a":[1,]}"#, "8: a value behind \",\""),
      ("{\"a\":\"b\nc\"}", "7: \"\\\"\" or an escaped control character"),
      (#"{"a":[1 2]}"#, "8: \",\""), ("{'a':1}", "1: a name in quotes"),
    ])
  func `what is no JSON is told with its place`(text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test func `arrays within one another have a limit`() {
    let most = String(repeating: "[", count: JSONScanner.depthMax)
    let end = String(repeating: "]", count: JSONScanner.depthMax)
    #expect(read("{\"a\":\(most)\(end)}").hasSuffix("nested"))
    #expect(read("{\"a\":[\(most)\(end)]}").hasSuffix("too deep"))
  }
}

extension String {
  /// The text, or another one where it is empty.
  fileprivate func prefixOr(_ other: String) -> String { isEmpty ? other : self }
}

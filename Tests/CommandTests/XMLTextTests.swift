import Testing

@testable import bank_etl

struct XMLTextTests {
  @Test(arguments: [
    ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"), ("\u{1b}\n", "\\u{1b}\\n"),
    ("\u{FFFE}", "\\u{fffe}"), ("Zürich", "Zürich"), ("", ""),
  ])
  func `text is escaped`(text: String, escaped: String) {
    #expect(XMLText.escaped(text) == escaped)
  }
}

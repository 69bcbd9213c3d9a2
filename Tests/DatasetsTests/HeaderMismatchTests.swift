import Testing

@testable import Datasets

struct HeaderMismatchTests {
  @Test func `messages list a dozen labels`() {
    let labels = (1...20).map { "label \($0)" }
    let error = HeaderMismatch(
      kind: .noDataset(nearest: "people", missing: ["Name"], unknown: labels), line: 1)
    #expect(
      error.description.hasPrefix(
        "expected the header of a dataset but found none that fits; the nearest is people, "
          + "which lacks \"Name\"; not recognised: \"label 1\", "))
    #expect(
      error.description.hasSuffix(
        "\"label 12\" and 8 more; if one of these means the same, declare it in the field's "
          + "\"aliases\""))
  }

  @Test(
    "each kind has its message",
    arguments: [
      (.noRecord, "expected a header but found no record"),
      (
        .noLabel(records: 1),
        "expected a header but found no label of a dataset in the first record"
      ),
      (
        .noLabel(records: 7),
        "expected a header but found no label of a dataset in the first 7 records"
      ),
      (
        .noDataset(nearest: "people", missing: ["Name\u{1B}"], unknown: []),
        "expected the header of a dataset but found none that fits; the nearest is people, "
          + "which lacks \"Name\\u{1B}\""
      ),
      (
        .ambiguous(datasets: ["people", "shops"]),
        "the header fits people and shops; name one with --dataset"
      ),
      (
        .duplicate(dataset: "banks", field: "Cert", labels: ["CERT", "CERT #"]),
        "expected one column \"Cert\" of banks but found \"CERT\", \"CERT #\"; "
          + "rename or remove all but one"
      ),
    ] as [(HeaderMismatch.Kind, String)])
  func messages(kind: HeaderMismatch.Kind, message: String) {
    #expect(HeaderMismatch(kind: kind, line: 1).description == message)
  }
}

import Testing

@testable import bank_etl

@Suite struct DraftFieldTests {
  @Test func `labels become columns, no two alike and none of those that tables have`() {
    let labels = [
      "Bank Name", " CERT # ", "bank-name", "id", "RUN_ID", "Größe (m²)", "%", "2020",
      "Bank Name 2",
    ]
    #expect(
      DraftField.columns(for: labels) == [
        "bank_name", "cert", "bank_name_2", "id_in_file", "run_id_in_file", "größe_m", "column_7",
        "2020", "bank_name_2_2",
      ])
  }

  @Test(arguments: [
    ("Bank Name", "bank-name"), ("--x--", "x"), ("Größe", "gr-e"), ("名前", ""), ("a.b_c", "a-b-c"),
  ])
  func `a name of a dataset has ASCII letters, digits and hyphens`(_ text: String, _ name: String) {
    #expect(DraftField.snakeCase(text, separator: "-", isASCII: true) == name)
  }

  @Test(arguments: [
    (DraftField.FieldType.string, false, false, #""c" TEXT"#),
    (.integer, true, true, #""c" INTEGER NOT NULL UNIQUE"#),
    (.number(nil), false, false, #""c" REAL"#),
    (.boolean, true, false, #""c" INTEGER NOT NULL CHECK ("c" IN (0, 1))"#),
    (.date(nil), false, false, #""c" TEXT CHECK ("c" IS date("c"))"#),
  ])
  func `a field's column is defined by its type`(
    _ type: DraftField.FieldType, _ isRequired: Bool, _ isKey: Bool, _ sql: String
  ) {
    let field = DraftField(label: "C", column: "c", type: type, isRequired: isRequired)
    #expect(field.definition(isKey: isKey) == sql)
  }
}

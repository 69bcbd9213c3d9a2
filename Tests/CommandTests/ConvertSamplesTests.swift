import SampleSupport
import Testing

@testable import bank_etl

/// Real files through `convert`: the right table, or a refusal.
struct ConvertSamplesTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Lines of CSV that are written, header included, and the fields of the first one.
    let lines: Int
    let fields: Int
    let first: String
    let status: Int32
    /// The sheet of a workbook that has several.
    let sheet: String?

    init(
      _ path: String, _ lines: Int, _ fields: Int, _ first: String, status: Int32 = 0,
      sheet: String? = nil
    ) {
      testDescription = path
      self.sheet = sheet
      self.lines = lines
      self.fields = fields
      self.first = first
      self.status = status
    }
  }

  static let samples = [
    Sample("bankfind/1934-2026_33col_api-csv_all-quoted.csv", 4115, 33, "BANKNO"),
    Sample("bankfind/2000-2019_13col_all-quoted.csv", 578, 13, "CERT"),
    Sample("bankfind/2023_13col_unpadded-dates.csv", 585, 13, "CERT"),
    Sample("contacts/contacts_full-name_missing.csv", 8, 3, "Full Name"),
    Sample("contacts/us-500_fake-contacts.csv", 501, 12, "first_name"),
    Sample("fdic_banklist/2010-03_no-acquirer-column.csv", 234, 6, "Bank Name"),
    Sample("fdic_banklist/2011-09_cert-hash_continuation-rows_cp1252.csv", 433, 7, "Bank Name"),
    Sample("fdic_banklist/2013-03_cert-hash_backslash-apostrophes.csv", 499, 7, "Bank Name"),
    Sample("fdic_banklist/2015-10_st-cert.csv", 543, 7, "Bank Name"),
    Sample("fdic_banklist/2016-05_cr-only_mdy-dates.csv", 546, 7, "Bank Name"),
    Sample("fdic_banklist/2017-04_injected-duplicate-rows.csv", 560, 7, "Bank Name"),
    Sample("fdic_banklist/2018-02_excel-table-header-Column1_bom.csv", 556, 7, "Column1 Bank Name"),
    Sample("fdic_banklist/2018-02_lf.csv", 556, 7, "Bank Name"),
    Sample("fdic_banklist/2018-02_mixed-date-formats-by-column.csv", 556, 7, "Bank Name"),
    Sample("fdic_banklist/2019-11_california-subset.csv", 42, 6, "Bank Name"),
    Sample("fdic_banklist/2019-11_six-columns_crlf.csv", 560, 6, "Bank Name"),
    Sample("fdic_banklist/2020-10_long-dates_utf8_html-table-scrape.csv", 564, 7, "Bank Name"),
    Sample("fdic_banklist/2020-10_nbsp-headers_cp1252_fund.csv", 564, 7, "Bank Name"),
    Sample("fdic_banklist/2023-03-14_series_nbsp-headers_cp1252.csv", 566, 7, "Bank Name"),
    Sample("fdic_banklist/2023-03-20_series_nbsp-headers_cp1252.csv", 566, 7, "Bank Name"),
    Sample("fdic_banklist/2023-05-01a_series_nbsp-headers_cp1252.csv", 567, 7, "Bank Name"),
    Sample("fdic_banklist/2023-11_utf8-bom_nbsp-headers.csv", 569, 7, "Bank Name"),
    Sample("fdic_banklist/2025-06_dagger-mojibake_utf8-bom.csv", 573, 7, "Bank Name†"),
    Sample(
      "fdic_other/bank-failures-in-brief_2023_money_cp1252.csv", 567, 6, "Bank Name, City, State"),
    Sample("sales_csv/SalesJan2009_998rows_empty-trailing-column.csv", 999, 11, "Transaction_date"),
    Sample("sales_csv/account-manager_q1-q4.csv", 5, 5, "Account_Manager"),
    Sample("sales_csv/daily-sales_two-row-header_blank-rows.csv", 314, 41, "daily sale"),
    Sample("sales_csv/employee-monthly-sales_long.csv", 370, 4, "Year"),
    Sample("sales_csv/employee-sales_cr-only_2digit-years.csv", 11, 4, "Name"),
    Sample("sales_csv/financial-sample_paraguay_dot-thousands_bom.csv", 701, 16, "Segment"),
    Sample("sales_csv/financial-sample_us_accounting-format.csv", 701, 16, "Segment"),
    Sample("sales_csv/forecast_title-row_total-row_dot-thousands.csv", 52, 14, "Item"),
    Sample("sales_csv/grocery_no-header.csv", 59, 4, "1"),
    Sample("sales_csv/orders_iso-date_composite-key.csv", 543, 7, "SalesOrderID"),
    Sample("sales_csv/pos-order-export_stray-quote_html-entity.csv", 11, 13, "Host Order"),
    Sample("sales_csv/quarter-sales-tiny.csv", 5, 2, "quarter"),
    Sample("sales_csv/retail_mixed-dates-currencies-booleans.csv", 1256, 6, "product"),
    Sample("sales_csv/sales_excel-serial-dates_bom.csv", 109, 10, "SalesOrderNumber"),
    Sample("sales_csv/sales_impossible-date_bom.csv", 64, 7, "SONumber"),
    Sample("sales_csv/superstore-products_cp437-oem_semicolon.csv", 8210, 5, "Product ID"),
    Sample("torture/clients_tab-delimited-named-csv.csv", 31, 4, "Id"),
    Sample("torture/csvkit_va-recipients_title-rows.csv", 56, 9, "State Name"),
    Sample("torture/messytables_utf-16le_encoded.csv", 328, 19, "Organisation_code"),
    Sample(
      "torture/messytables_weird_head_padding.csv", 77, 11,
      "Chirurgie (ohne Orthopädie) ...", status: 2),
    Sample("torture/quotes-inside-unquoted-cells.csv", 28, 3, "Unidade SENAI"),
    Sample("fdic_banklist/2018-02_excel-table-header-Column1.xlsx", 556, 7, "Column1 Bank Name"),
    Sample("sales_excel/apple-sales_text-months.xls", 34, 2, "Month"),
    Sample(
      "sales_excel/daily-sales_hash-NA-errors.xlsx", 50, 4, "Date", status: 2, sheet: "Sales"),
    Sample("sales_excel/financial-sample_microsoft-original.xlsx", 701, 16, "Segment"),
    Sample("sales_excel/january-2020_title-rows_table.xlsx", 5, 6, "Location"),
    Sample("sales_excel/pbpython_sales-jan-2014.xlsx", 135, 7, "account number"),
    Sample("sales_excel/pos-sales_no-header_section-rows.xls", 72, 15, "MAIN STREET"),
    Sample("sales_excel/quarterly-sales_merged-title_formulas.xlsx", 6, 6, "Exercise Bikes"),
    Sample(
      "sales_excel/quarterly-sales_one-sheet-per-quarter.xlsx", 32, 5, "Product", status: 2),
    Sample(
      "sales_excel/quarterly-sales_one-sheet-per-quarter.xlsx", 8, 5, "Product",
      sheet: "Q2 Sales (Apr-Jun)"),
    Sample("torture/messytables_simple.xls", 7, 3, "date"),
  ]

  @Test(
    .enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)), arguments: samples)
  func `a sample is converted`(sample: Sample) async throws {
    let workspace = try Workspace()
    let sheet = sample.sheet.map { "--sheet '\($0)'" } ?? ""
    let outcome = try await workspace.shell(
      "$BANK_ETL convert '\(Samples.path(sample.testDescription))' --no-types -q -o out.csv \(sheet)"
    )
    #expect(outcome.status == sample.status, "\(outcome)")
    // Another reader of CSV, which says on standard error where a line has other fields.
    let columns = (1...sample.fields).map { "c\($0)" }.joined(separator: ", ")
    let again = try await workspace.shell(
      """
      sqlite3 :memory: 'CREATE TABLE t (\(columns))' '.import --csv out.csv t' 'SELECT count(*) FROM t' \
        "SELECT trim(c1, ' ' || char(160)) FROM t WHERE trim(c1) <> '' LIMIT 1"
      """)
    #expect(again.stderr == "" && again.stdout == "\(sample.lines)\n\(sample.first)\n", "\(again)")
  }

  @Test(.enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)))
  func `what is no table, or not one table, is refused`() async throws {
    let workspace = try Workspace()
    for (name, message) in [
      (
        "fdic_banklist/2024_html-page-saved-as.csv",
        "expected delimited text but found an HTML page"
      ),
      ("torture/messytables_encrypted_no_password.xls", "without a password but it is encrypted"),
    ] {
      let outcome = try await workspace.run("convert", Samples.path(name))
      #expect(outcome.status == 65 && outcome.stdout.isEmpty, "\(outcome)")
      #expect(outcome.stderr.contains(message), "\(outcome)")
    }
  }
}

/// A short page about something that several commands have in common.
struct HelpTopic: Sendable {
  /// The word for it: `bank-etl help dates`.
  let name: String
  /// What it is about, as one sentence without a full stop.
  let summary: String
  /// The page: paragraphs, and lines that start with spaces and stay as they are.
  let text: String

  /// Every topic, in the order of the help page.
  static let all = [exit, dates, formats, declarations]

  /// The topic of a name.
  static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  private static let exit = HelpTopic(
    name: "exit", summary: "the exit status, and what a script does about it",
    text: """
      The exit status is a contract: scripts, cron and CI may rely on it. Those from 64 on are the \
      numbers of sysexits.h.

      \(statuses)

      With several files, the status is the worst one's. Status 2 of an import is a success with a \
      remark: the good records are loaded, the others are in the ledger ('bank-etl rejects'); \
      --rejects-ok makes it 0. After 65, 'the data is wrong', nothing or nothing more of the file \
      was committed; the message says which. 75 is worth another try later, or --wait; everything \
      else needs somebody. In a shell:

          bank-etl import -q list.csv || case $? in
            2)  bank-etl rejects --limit 20 ;;
            75) echo 'later' ;;
            *)  exit 1 ;;
          esac
      """)

  private static let statuses =
    ExitStatus.table.map { status, meaning in
      "    \(status.rawValue < 10 ? " " : "")\(status.rawValue)  \(meaning)"
    }.joined(separator: "\n")
    + "\n    128+n  ended by signal n: 130 after Ctrl-C, 143 after SIGTERM"

  private static let dates = HelpTopic(
    name: "dates", summary: "how dates are read, and what decides 01/02/03",
    text: """
      Dates are stored as ISO-8601: 2020-10-23. A date whose month is a name needs no help: \
      23-Oct-20, Friday, October 23, 2020, 23 octobre 2020 (English, Spanish, French, German and \
      Portuguese, in full or abbreviated).

      Dates in digits have the order of their column: each of its dates has to be a day in it. \
      10/23/20 shows month, day, year; where no date of the column shows the order, the file is \
      refused with two of the dates, and one of these decides:

          --date-order dmy              for all columns
          --date-order close_date=mdy   for one, by the table's column
          "dateOrder": "mdy"            in the declaration, for good

      A year of two digits from the pivot on ("pivot" in the declaration, 69 without it) is one of \
      the 20th century. Spreadsheets keep dates as numbers of days: in a workbook the cell's format \
      tells; in text the declaration does ("excelSerial": 1900 or 1904). A day that no calendar has, \
      such as 31-Feb-20, makes its record a reject.
      """)

  private static let formats = HelpTopic(
    name: "formats", summary: "which files are read, and how they are told apart",
    text: """
      The content decides what a file is; its name does not matter.

      Delimited text: delimiters , ; | : ^, tabs, spaces, or two characters; quotes double, single or \
      none, doubled inside or behind a backslash; any line ends; lines above the header and below \
      the table. Encodings: UTF-8, UTF-16 and UTF-32 by their marks, UTF-16 by its zero bytes too, \
      else Windows-1252 where the bytes are no UTF-8; any other that iconv knows with --encoding, or \
      where a dataset declares one for its files that are no UTF-8, \
      by the name that iconv or people have for it: MacRoman, latin-1, win1251, sjis.

      Workbooks: the visible sheets that have the header, or --sheet NAME.

      Compressed: gzip, xz, zstd, bzip2, and zip archives (--member NAME where several files are in \
      one). A file that is cut or damaged is an error, and so is one that expands beyond measure \
      (--no-size-limit).

      'bank-etl inspect FILE' shows what was found, and on what evidence. What is wrong there is \
      overruled with --encoding, --delimiter, --quote, --escape, --header-line, --no-header and \
      --skip-footer; what can't be decided is an error that names the option.
      """)

  private static let declarations = HelpTopic(
    name: "declarations", summary: "how a dataset is declared, and where",
    text: """
      A dataset is declared in a Data Package (datapackage.org): a resource with a Table Schema. \
      Those of this program are built in; --package FILE, or BANK_ETL_PACKAGE, names others.

          {
            "name": "shop",
            "migrations": "migrations",
            "resources": [{
              "name": "sales",
              "table": "sales",
              "policy": "upsert",
              "schema": {
                "fields": [
                  {"name": "Order ID", "column": "id", "type": "integer",
                   "constraints": {"required": true}},
                  {"name": "Sold on", "column": "sold_on", "type": "date",
                   "dateOrder": "dmy", "aliases": ["Date sold"]}
                ],
                "primaryKey": ["Order ID"]
              }
            }]
          }

      A field's name is the label in the file, its column where the value goes, its aliases the \
      labels of other years; case, spaces and punctuation do not count. Types are string, integer, \
      number, boolean, date and datetime. The policy is upsert, append or replace; guards, such as \
      "guards": {"maxRejects": "1%"}, refuse a file that can't be right.

      The table is made by a migration in the folder that "migrations" names, relative to this file; \
      it needs the columns run_id and source_line. 'bank-etl validate FILE' tries it all out.

      A view that a migration makes is shown by 'list' and 'export' with --view, where the resource \
      declares it: "views": [{"name": "totals", "table": "sales_totals", "schema": {"fields": \
      [{"name": "Total", "column": "total", "type": "number"}]}}].
      """)
}

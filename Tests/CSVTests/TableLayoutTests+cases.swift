extension TableLayoutTests {
  /// First records with empty fields, and what is there of labels and titles with them.
  static let firstGaps: [Case] =
    [
      ",box\n,pen\ncup,jar\n", "ann,\nbob,ulm\neve,aix\n", ",box,\n1,pen,2\n3,cup,4\n",
      ",big box,\n1,pen,2\n3,cup,4\n", "N/A,,\n1,2,3\n4,5,6\n", "Report,\nname,city\nann,ulm\n",
      "02OCT2016,,27OCT2006,\n14SEP2005,Lee,14OCT2002,08MAR2020\n15SEP2005,Kim,16OCT2002,09MAR2020\n",
      "a b,,,\nx,y,1,2\nc d,,,\nz,u,3,4\n", "1\n3,4,5\n6,7,8\n", "1,2\n3,4,5\n6,7,8\n",
      "oak tree,\nulm,\neve,aix\n",
    ].map { Case("no header: \($0)", $0, line: nil, []) } + [
      Case("labels with gaps", "a,b,,,\n1,2,3,4,5\n2,3,4,5,6\n", line: 1, ["a", "b", "", "", ""]),
      Case(
        "a title above labels of text",
        "Report,,,\nname,town,street,zip\nann,ulm,oak,x\nbob,aix,elm,y\n",
        line: 2, ["name", "town", "street", "zip"], preamble: 1),
      Case(
        "a title above values", "Report,\nname,n\nann,1\nbob,2\n", line: 2, ["name", "n"],
        preamble: 1),
    ]

  /// Tables above one that is wider or has more records.
  static let firstTables: [Case] = [
    Case(
      "a first table with gaps",
      "a;b;c;d\nKarl;x;Bad Ems;\nOlga;;Aix;oak\n;z;Bad Ems;\n\nC;N;P;T;S\n"
        + String(repeating: "x;y;z;1;2\n", count: 4), line: 1, ["a", "b", "c", "d"]),
    Case(
      "a first table of one record", "a,b,c\n1,2,3\n\nd,e,f,g,h\n1,2,3,4,5\n2,3,4,5,6\n3,4,5,6,7\n",
      line: 1, ["a", "b", "c"]),
    Case(
      "a wider first table of one record",
      "a,b,c,d\n,x y,2,\n\nd,e,f\n1,2,3\n2,3,4\n3,4,5\n4,5,6\n5,6,7\n",
      line: 1, ["a", "b", "c", "d"]),
    Case(
      "a first table of dates",
      "a,b\n30SEP2025,1 May 2020\n30OCT2025,2 May 2020\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n", line: 1,
      ["a", "b"]),
  ]

  /// Years as labels, and as values.
  static let years: [Case] =
    [
      ("Region,2023,2024", "North,10.5,20.5\nSouth,30.5,40.5\n"),
      ("Region,2023,2024", "North,10,20\n"),
      ("Region,2024,2023", "North,10,20\nSouth,,40\n"),
      ("Region,Unit,2023,2024,Total", "North,kg,1,2,3\nSouth,kg,3,4,7\n"),
      ("Region,1985,1993,2000,2005", "North,1,2,3,4\nSouth,5,6,7,8\n"),
      (",1985,1993,2000,2005", "North,1,2,3,4\nSouth,5,6,7,8\n"),
    ].map { header, records in
      Case(
        "labels: \(header)", "\(header)\n\(records)", line: 1,
        header.split(separator: ",", omittingEmptySubsequences: false).map { String($0) })
    }
    + [
      "A,1990,1991\nB,1985,1999\nC,1950,1970\n", "A,1990,1991\nB,1850,1870\nC,1888,1999\n",
      "A,1990,1991\nB,1980,\nC,,1999\n", "A,1990,1991\nB,300,301\n", "A,1990,1992\nB,3,30\n",
      "A,1990,1991\nA,3,30\n", ",1990,1991\nB,3,30\n", "A,2190,2191\nB,3,30\n",
    ].map { Case("no header, years: \($0)", $0, line: nil, []) }

  /// Years below the labels of groups, above few records and above many.
  static let groupedYears: [Case] =
    [2, 20].flatMap { count in
      [
        "Region,Sales,,Cost,\n,2023,2024,2023,2024\n",
        "Region,Sales,Sales,Cost,Cost\n,2023,2024,2023,2024\n",
        ",Sales,,Cost,\nRegion,2023,2024,2023,2024\n",
      ].map { header in
        Case(
          "above \(count): \(header)",
          header + (1...count).map { "N\($0),\($0).5,2.5,3.5,4.5\n" }.joined(), line: 1, last: 2,
          ["Region", "Sales 2023", "Sales 2024", "Cost 2023", "Cost 2024"])
      }
    } + [
      Case(
        "few labels over many years",
        ",Sales,,,Cost,,\nRegion,2022,2023,2024,2022,2023,2024\nA,1,2,3,4,5,6\nB,1,2,3,4,5,6\n",
        line: 1,
        last: 2,
        ["Region"]
          + ["Sales", "Cost"].flatMap { label in (2022...2024).map { "\(label) \($0)" } }),
      Case(
        "one group of years", "Region,Sales,\n,2023,2024\nA,1.5,2\nB,3,4.5\n", line: 1, last: 2,
        ["Region", "Sales 2023", "Sales 2024"]),
    ]
    + [
      "Bank,Founded,Closed\n,1990,1991\nA,1980,1999\n", "Founded,Closed\n1990,1991\n80,99\n",
      "Founded,Closed\n1990,1991\n1985,1999\n", "Name,Sales,\nAnn,2023,2024\nBob,10,20\n",
      "Name,Founded,Founded\n,1990,1991\nB,1992,1997\n",
    ].map { text in
      let header = text.prefix { $0 != "\n" }.split(
        separator: ",", omittingEmptySubsequences: false)
      return Case("a record of years: \(text)", text, line: 1, header.map { String($0) })
    }

  /// Headers above values that have letters in them.
  static let writtenValues: [Case] =
    [
      "30SEP2025", "30SEP2025:10:11:12.5", "2010-02-25 02:48:11 UTC", "March 5, 2021",
      "5 de mayo de 2021",
      "9:15 PM", "55.91 USD", "1.5e-5",
    ].flatMap { value in
      let records = (1...3).map { "\"\(value)\";\"\(value)\";x\($0)\n" }.joined()
      return [
        Case("no header, \(value)", records, line: nil, []),
        Case(
          "two lines above \(value)", "Opening;Closing;Name\nDay;Time;Text\n" + records, line: 1,
          last: 2,
          ["Opening Day", "Closing Time", "Name Text"]),
        Case(
          "three lines above \(value)",
          "Opening;Closing;Name\nDay;Time;Text\nlocal;utc;free\n" + records,
          line: 1, last: 3, ["Opening Day local", "Closing Time utc", "Name Text free"]),
      ]
    }
}

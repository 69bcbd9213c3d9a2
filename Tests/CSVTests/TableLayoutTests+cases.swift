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

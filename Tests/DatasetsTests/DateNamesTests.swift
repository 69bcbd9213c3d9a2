import Testing

@testable import Datasets
@testable import Records

struct DateNamesTests {
  @Test func `no name is two months, or a month and a weekday`() {
    var owners: [FoldedName: String] = [:]
    let lists = DateNames.monthNames + DateNames.weekdayNames
    for list in lists {
      for name in Set(list.split(separator: " ").map { FoldedName(String($0)) }) {
        #expect(owners.updateValue(list, forKey: name) == nil, "\(list)")
      }
    }
    #expect(DateNames.monthNames.count == 12)
    #expect(DateNames.weekdayNames.count == 7)
  }

  @Test(
    "dates in other languages",
    arguments: [
      ("5 de mayo de 2021", "2021-05-05"), ("15-ene-21", "2021-01-15"),
      ("1 dic. 2020", "2020-12-01"),
      ("miércoles, 5 de mayo de 2021", "2021-05-05"), ("mayo 5 de 2021", "2021-05-05"),
      ("1er janvier 2021", "2021-01-01"), ("5 févr. 2021", "2021-02-05"),
      ("5 fevrier 2021", "2021-02-05"), ("14 août 2020", "2020-08-14"),
      ("5 juil. 2021", "2021-07-05"),
      ("vendredi 5 mars 2021", "2021-03-05"), ("5. März 2021", "2021-03-05"),
      ("5. Mrz. 2021", "2021-03-05"), ("05-Okt-20", "2020-10-05"), ("5. Dez. 2020", "2020-12-05"),
      ("Freitag, 5. März 2021", "2021-03-05"), ("5 de março de 2021", "2021-03-05"),
      ("1º de janeiro de 2021", "2021-01-01"), ("5/out/2020", "2020-10-05"),
      ("sexta-feira, 5 de março de 2021", "2021-03-05"), ("5 fe\u{301}vrier 2021", "2021-02-05"),
      ("5 jui 2021", nil), ("5 marts 2021", nil), ("lundi 5 mars 2021", nil), ("5 mä 2021", nil),
    ] as [(String, String?)])
  func languages(text: String, expected: String?) {
    #expect(day(text) == expected)
    #expect(day(text.uppercased()) == expected)
  }

  @Test(
    "each month of each language",
    arguments: [
      "january february march april may june july august september october november december",
      "jan feb mar apr may jun jul aug sep oct nov dec",
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "ene feb mar abr may jun jul ago sept oct nov dic",
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "janv févr mars avr mai juin juil août sept oct nov déc",
      "januar februar märz april mai juni juli august september oktober november dezember",
      "jan feb mär apr mai jun jul aug sep okt nov dez",
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "jan fev mar abr mai jun jul ago set out nov dez",
    ])
  func months(names: String) {
    for (index, name) in names.split(separator: " ").enumerated() {
      let expected = "2021-\(index < 9 ? "0" : "")\(index + 1)-05"
      for written in [
        String(name), name.uppercased(), name.prefix(1).uppercased() + name.dropFirst(),
      ] {
        for text in [
          "5 \(written) 2021", "5-\(written)-2021", "5 \(written). 2021", "5\(written)2021",
        ] {
          #expect(day(text) == expected, "\(text)")
        }
      }
    }
  }

  @Test(
    "ordinals and the words between parts",
    arguments: [
      ("March 5th, 2021", "2021-03-05"), ("5th of March 2021", "2021-03-05"),
      ("1st March 2021", "2021-03-01"), ("22nd March 2021", "2021-03-22"),
      ("23rd Mar 2021", "2021-03-23"), ("11TH March 2021", "2021-03-11"), ("1th March 2021", nil),
      ("2st March 2021", nil), ("21th March 2021", nil), ("5er mars 2021", nil),
      ("5th 3 2021", nil), ("5 of 3 2021", nil), ("5 of March", nil), ("of March 5 2021", nil),
      ("5thMarch 2021", nil), ("5 ofMarch 2021", nil), ("5thth March 2021", nil),
      ("5º/3/2021", nil),
    ] as [(String, String?)])
  func ordinals(text: String, expected: String?) {
    #expect(day(text) == expected)
  }
}

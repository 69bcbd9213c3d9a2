/// A chart as lines of text: a bar for each value.
struct TerminalChart {
  private let chart: Chart
  private let width: Int
  private let isASCII: Bool
  private let style: Style

  /// The columns of the widest label; what is longer is cut.
  private static let labelWidth = 28
  /// The fewest columns that a label is cut to.
  private static let narrowestLabel = 4
  /// The fewest columns that the longest bar has beside its label; else it stands below.
  private static let narrowestBar = 4
  /// The parts of a column, from one eighth to eight.
  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// A drawing of a chart.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - width: how many columns a line may have.
  ///   - isASCII: whether bars are made of `#` and `=`.
  ///   - style: how the title and the bars are set off.
  init(_ chart: Chart, width: Int, isASCII: Bool, style: Style) {
    self.chart = chart
    self.width = width
    self.isASCII = isASCII
    self.style = style
  }

  /// The lines, each with its end.
  var text: String {
    let hasNames = chart.series.count > 1
    let values = chart.series.map { $0.values.map { $0.map(Chart.text) ?? "-" } }
    func widest(_ texts: [String]) -> Int { texts.map(DisplayWidth.of).max() ?? 0 }
    let valueWidth = widest(values.flatMap(\.self)) + 1
    var labels: [String] = []
    var names: [String] = []
    var (labelWidth, nameWidth, front) = (0, 0, width)
    for limit in [Self.labelWidth, max(Self.narrowestLabel, width / 3)]
    where width - front - valueWidth < Self.narrowestBar {
      labels = chart.categories.map { cut($0, to: min(limit, Self.labelWidth)) }
      names = chart.series.map { hasNames ? cut($0.name, to: min(limit, Self.labelWidth)) : "" }
      (labelWidth, nameWidth) = (widest(labels), widest(names))
      front = labelWidth + 1 + (hasNames ? nameWidth + 1 : 0)
    }
    let isBeside = width - front - valueWidth >= Self.narrowestBar
    let bars = Bars(chart.range, columns: max(0, width - valueWidth - (isBeside ? front : 0)))
    var lines = paragraph(chart.title, style.bold) + [""]
    for category in labels.indices {
      for (index, series) in chart.series.enumerated() {
        var line = ""
        if isBeside {
          line = padded(index == 0 ? labels[category] : "", labelWidth) + " "
          if hasNames { line += padded(names[index], nameWidth) + " " }
        } else {
          let above = (index == 0 ? [chart.categories[category]] : []) + [series.name]
          lines += above.filter { !$0.isEmpty }.map { cut($0, to: width) }
        }
        let bar = series.values[category].map { bars.bar($0, self, series: index) } ?? ("", 0)
        line += (index == 0 ? style.cyan(bar.0) : style.dim(bar.0))
        line += (bar.1 > 0 ? " " : "") + values[index][category]
        lines.append(line)
      }
    }
    lines += [""] + paragraph("\(chart.valueTitle); source: \(chart.source)", style.dim)
    return lines.map { $0 + "\n" }.joined()
  }

  private func paragraph(_ text: String, _ styled: (String) -> String) -> [String] {
    Paragraph.lines(safe(text), columns: width).map(styled)
  }

  /// Where bars start and how long they are.
  private struct Bars {
    let scale: Double
    /// How many columns there are for what is below 0, and for what is above.
    let below: Int
    let above: Int

    init(_ range: ClosedRange<Double>, columns: Int) {
      let extent = range.upperBound - range.lowerBound
      // Where values go both ways, what is below 0 is rounded up to whole columns.
      let room = range.lowerBound < 0 && range.upperBound > 0 ? columns - 1 : columns
      scale = extent > 0 && extent.isFinite ? Double(max(0, room)) / extent : 0
      below = Int((-range.lowerBound * scale).rounded(.up))
      above = columns - below
    }

    /// A value's bar, with the columns in front of it, and how many columns both take.
    func bar(_ value: Double, _ chart: TerminalChart, series: Int) -> (String, Int) {
      let length = abs(value) * scale
      guard value >= 0 else {
        let columns = min(below, max(1, Int(length.rounded())))
        let bar = String(repeating: chart.full(series), count: columns)
        return (String(repeating: " ", count: below - columns) + bar, below)
      }
      let front = String(repeating: " ", count: below)
      // What is there is to be seen, however little it is.
      if chart.isASCII || series > 0 {
        let columns = value > 0 ? min(above, max(1, Int(length.rounded()))) : 0
        return (front + String(repeating: chart.full(series), count: columns), below + columns)
      }
      let eighths = value > 0 ? min(above * 8, max(1, Int((length * 8).rounded()))) : 0
      let part = eighths % 8 == 0 ? "" : TerminalChart.eighths[eighths % 8 - 1]
      let bar = String(repeating: chart.full(series), count: eighths / 8) + part
      return (front + bar, below + (eighths + 7) / 8)
    }
  }

  /// A full column of a series' bars.
  private func full(_ series: Int) -> String {
    isASCII ? (series == 0 ? "#" : "=") : (series == 0 ? "█" : "▒")
  }

  /// Text without controls; without what isn't ASCII where that is asked for.
  private func safe(_ text: String) -> String {
    let text = TerminalText.escaped(text)
    guard isASCII else { return text }
    return text.unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
  }

  private func cut(_ text: String, to columns: Int) -> String {
    let text = safe(text)
    guard isASCII, text.count > columns else { return DisplayWidth.truncated(text, to: columns) }
    return text.prefix(columns - 3) + "..."
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}

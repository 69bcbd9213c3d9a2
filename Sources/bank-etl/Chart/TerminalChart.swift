/// A chart as lines of text: a bar for each value.
struct TerminalChart {
  private let chart: Chart
  private let width: Int
  private let isASCII: Bool
  private let style: Style

  /// The columns of the widest label; what is longer is cut.
  private static let labelWidth = 28
  /// The fewest columns that the longest bar has, however narrow the terminal is.
  private static let narrowestBar = 8
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
    let labels = chart.categories.map { cut($0) }
    let names = hasNames ? chart.series.map { cut($0.name) } : [""]
    let values = chart.series.map { $0.values.map { $0.map(Chart.text) ?? "-" } }
    func widest(_ texts: [String]) -> Int { texts.map(DisplayWidth.of).max() ?? 0 }
    let (labelWidth, nameWidth) = (widest(labels), widest(names))
    let fixed = labelWidth + 1 + (hasNames ? nameWidth + 1 : 0) + 1 + widest(values.flatMap(\.self))
    let bars = Bars(chart.range, columns: max(Self.narrowestBar, width - fixed))
    var lines = [style.bold(safe(chart.title)), ""]
    for category in labels.indices {
      for (index, series) in chart.series.enumerated() {
        let label = index == 0 ? labels[category] : ""
        var line = padded(label, labelWidth) + " "
        if hasNames { line += padded(names[index], nameWidth) + " " }
        let bar = series.values[category].map { bars.bar($0, self, series: index) } ?? ("", 0)
        line += (index == 0 ? style.cyan(bar.0) : style.dim(bar.0))
        line += (bar.1 > 0 ? " " : "") + values[index][category]
        lines.append(line)
      }
    }
    lines += ["", style.dim(safe("\(chart.valueTitle); source: \(chart.source)"))]
    return lines.map { $0 + "\n" }.joined()
  }

  /// Where bars start and how long they are.
  private struct Bars {
    let scale: Double
    /// How many columns there are for what is below 0.
    let below: Int

    init(_ range: ClosedRange<Double>, columns: Int) {
      let extent = range.upperBound - range.lowerBound
      scale = extent > 0 && extent.isFinite ? Double(columns) / extent : 0
      below = Int((-range.lowerBound * scale).rounded(.up))
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
      if chart.isASCII || series > 0 {
        let columns = value > 0 ? max(1, Int(length.rounded())) : 0
        return (front + String(repeating: chart.full(series), count: columns), below + columns)
      }
      // What is there is to be seen, however little it is.
      let eighths = value > 0 ? max(1, Int((length * 8).rounded())) : 0
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

  private func cut(_ text: String) -> String {
    let text = safe(text)
    guard isASCII, text.count > Self.labelWidth else {
      return DisplayWidth.truncated(text, to: Self.labelWidth)
    }
    return text.prefix(Self.labelWidth - 3) + "..."
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}

/// A chart as a picture (SVG 1.1): columns on an axis, readable on light and on dark ground.
struct SVGChart {
  private let chart: Chart
  private let scale: ChartScale
  private let slot: Double
  private let labelLength: Int

  private static let top = 64.0
  private static let left = 84.0
  private static let right = 24.0
  private static let plotHeight = 300.0
  /// The width of a character of a label, on average, and the height of its line, in user units.
  private static let characterWidth = 6.6
  private static let lineHeight = 16.0
  /// How many characters of a category's label are shown.
  private static let labelLimit = 28
  /// How many characters of another text are shown; the title is in the document whole.
  private static let textLimit = 100
  /// The width of a character of the title, on average.
  private static let titleCharacterWidth = 9.4

  private static let style = """
    text { font: 12px system-ui, "Segoe UI", Roboto, sans-serif; fill: #1f2328; }
    .title { font-size: 17px; font-weight: 600; }
    .quiet { fill: #59636e; }
    .ground { fill: #ffffff; }
    .grid { stroke: #d1d9e0; stroke-width: 1; }
    .axis { stroke: #59636e; stroke-width: 1; }
    .s0 { fill: #0969da; }
    .s1 { fill: #9a6700; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .quiet { fill: #9198a1; }
      .ground { fill: #0d1117; }
      .grid { stroke: #3d444d; }
      .axis { stroke: #9198a1; }
      .s0 { fill: #4493f8; }
      .s1 { fill: #d29922; }
    }
    """

  /// A picture of a chart.
  init(_ chart: Chart) {
    self.chart = chart
    scale = ChartScale(chart.range)
    labelLength = min(Self.labelLimit, chart.categories.map(\.count).max() ?? 0)
    let least = Double(chart.series.count) * 12 + 6
    slot = max(least, 640 / Double(max(1, chart.categories.count)))
  }

  /// Whether the labels of the categories stand upright, because they would not fit side by side.
  private var isUpright: Bool { Double(labelLength) * Self.characterWidth > slot - 4 }

  private var labelHeight: Double {
    isUpright ? Double(labelLength) * Self.characterWidth + 12 : Self.lineHeight + 4
  }
  private var plotWidth: Double { slot * Double(max(1, chart.categories.count)) }
  private var width: Double { Self.left + max(plotWidth, textWidth) + Self.right }
  /// How much room the widest of the texts takes that stand on a line of their own.
  private var textWidth: Double {
    let names =
      chart.series.count > 1 ? chart.series.map { Self.cut($0.name, Self.labelLimit) } : []
    let legend = names.reduce(0.0) { $0 + Double($1.count) * Self.characterWidth + 32 }
    return max(
      Double(Self.cut(chart.title).count) * Self.titleCharacterWidth,
      Double(Self.cut(chart.valueTitle).count) * Self.characterWidth + 24 + legend,
      Double(Self.cut(source).count) * Self.characterWidth)
  }
  private var source: String { "Source: \(chart.source)" }

  private static func cut(_ text: String, _ limit: Int = textLimit) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  private var bottom: Double { Self.top + Self.plotHeight }
  private var height: Double { bottom + labelHeight + 60 }

  /// The document.
  var text: String {
    let size = #"width="\#(Self.number(width))" height="\#(Self.number(height))""#
    let box = #"viewBox="0 0 \#(Self.number(width)) \#(Self.number(height))""#
    let title = XMLText.escaped(chart.title)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) \#(box) role="img" aria-label="\#(title)">"#,
      "<title>\(title)</title>",
      "<desc>\(XMLText.escaped("\(chart.valueTitle); source: \(chart.source)"))</desc>",
      "<style>\n\(Self.style)\n</style>",
      #"<rect class="ground" width="100%" height="100%"/>"#,
    ]
    lines.append(label(Self.cut(chart.title), "title", x: Self.left, y: 28))
    lines += grid + columns + axis + legend
    lines.append(label(Self.cut(source), "quiet", x: Self.left, y: height - 12))
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The lines of the marks, with their numbers, and what they are numbers of.
  private var grid: [String] {
    var lines = scale.marks.flatMap { mark in
      let y = y(mark)
      return [
        line("grid", x1: Self.left, y1: y, x2: Self.left + plotWidth, y2: y),
        label(Chart.text(mark), "quiet", x: Self.left - 8, y: y + 4, anchor: "end"),
      ]
    }
    lines.append(label(Self.cut(chart.valueTitle), "quiet", x: Self.left, y: 48))
    return lines
  }

  private var columns: [String] {
    let count = Double(chart.series.count)
    let gap = min(slot * 0.2, 16)
    let width = (slot - gap) / count
    return chart.series.enumerated().flatMap { index, series in
      chart.categories.indices.map { category in
        let x = Self.left + slot * Double(category) + gap / 2 + width * Double(index)
        guard let value = series.values[category], value.isFinite else {
          // No column at all would look like a column of 0.
          return label("–", "quiet", x: x + width / 2, y: y(0) - 4, anchor: "middle")
        }
        let (upper, lower) = (y(max(0, value)), y(min(0, value)))
        let name = chart.series.count > 1 ? "\(series.name), " : ""
        let tip = XMLText.escaped("\(name)\(chart.categories[category]): \(Chart.text(value))")
        return #"<rect class="s\#(index % 2)" x="\#(Self.number(x))" y="\#(Self.number(upper))" "#
          + #"width="\#(Self.number(width * 0.94))" height="\#(Self.number(lower - upper))">"#
          + "<title>\(tip)</title></rect>"
      }
    }
  }

  /// The line at 0, the labels of the categories, and what these are.
  private var axis: [String] {
    var lines = [line("axis", x1: Self.left, y1: y(0), x2: Self.left + plotWidth, y2: y(0))]
    for (category, name) in chart.categories.enumerated() {
      let x = Self.left + slot * (Double(category) + 0.5)
      let text = Self.cut(name, Self.labelLimit)
      lines.append(
        isUpright
          ? label(text, "", x: x + 4, y: bottom + 8, anchor: "end", isUpright: true)
          : label(text, "", x: x, y: bottom + Self.lineHeight, anchor: "middle"))
    }
    lines.append(
      label(
        Self.cut(chart.categoryTitle), "quiet", x: Self.left + plotWidth / 2,
        y: bottom + labelHeight + 18,
        anchor: "middle"))
    return lines
  }

  /// Which colour is whose, where there are several series.
  private var legend: [String] {
    guard chart.series.count > 1 else { return [] }
    var x = Self.left + Double(Self.cut(chart.valueTitle).count) * Self.characterWidth + 24
    return chart.series.enumerated().flatMap { index, series in
      let name = Self.cut(series.name, Self.labelLimit)
      defer { x += Double(name.count) * Self.characterWidth + 32 }
      return [
        #"<rect class="s\#(index % 2)" x="\#(Self.number(x))" y="38" width="10" height="10"/>"#,
        label(name, "", x: x + 15, y: 48),
      ]
    }
  }

  private func y(_ value: Double) -> Double {
    bottom - scale.position(of: value) * Self.plotHeight
  }

  private func line(_ style: String, x1: Double, y1: Double, x2: Double, y2: Double) -> String {
    #"<line class="\#(style)" x1="\#(Self.number(x1))" y1="\#(Self.number(y1))" "#
      + #"x2="\#(Self.number(x2))" y2="\#(Self.number(y2))"/>"#
  }

  private func label(
    _ text: some StringProtocol, _ style: String, x: Double, y: Double, anchor: String = "start",
    isUpright: Bool = false
  ) -> String {
    guard !text.isEmpty else { return "" }
    let place = #"x="\#(Self.number(x))" y="\#(Self.number(y))""#
    let turn = isUpright ? #" transform="rotate(-90 \#(Self.number(x)) \#(Self.number(y)))""# : ""
    return #"<text class="\#(style)" \#(place) text-anchor="\#(anchor)"\#(turn)>"#
      + XMLText.escaped(String(text)) + "</text>"
  }

  /// A coordinate, to a tenth of a unit.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}

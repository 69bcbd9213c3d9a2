import Datasets

// MARK: What the options say of datasets

extension ImportOptions {
  /// Makes sure that each column that is named is one of some dataset that a file may be of.
  ///
  /// - Parameter datasets: the datasets.
  /// - Throws: `CommandFailure` where one is not.
  func checkColumns(of datasets: [Dataset]) throws(CommandFailure) {
    guard let first = datasets.first else { return }
    let known = limited(to: datasets)
    for order in dateOrders where !known.dateOrders.contains(where: { $0.column == order.column }) {
      _ = try order.apply(to: first)
    }
    for mark in decimals where !known.decimals.contains(where: { $0.column == mark.column }) {
      _ = try mark.apply(to: first)
    }
  }

  /// The options without what they say of columns that no dataset has: the file may have them.
  func limited(to datasets: [Dataset]) -> ImportOptions {
    var options = self
    options.dateOrders.removeAll { order in
      !datasets.contains { (try? order.apply(to: $0)) != nil }
    }
    options.decimals.removeAll { mark in
      !datasets.contains { (try? mark.apply(to: $0)) != nil }
    }
    return options
  }

  /// Changes a dataset to what the command line says of it.
  ///
  /// Where it is one of several that a file may be of, what is said of a column that it does not have
  /// is about another one.
  ///
  /// - Parameter dataset: the dataset as declared.
  /// - Throws: `CommandFailure` for a policy or date order that does not fit it.
  func adjust(_ dataset: inout Dataset) throws(CommandFailure) {
    let isOneOfSeveral = self.dataset == nil
    for order in dateOrders {
      let changed = isOneOfSeveral ? try? order.apply(to: dataset) : try order.apply(to: dataset)
      dataset = changed ?? dataset
    }
    for decimal in decimals {
      let changed =
        isOneOfSeveral ? try? decimal.apply(to: dataset) : try decimal.apply(to: dataset)
      dataset = changed ?? dataset
    }
    for limit in guards { limit.apply(to: &dataset.guards) }
    guard let policy else { return }
    guard let changed = dataset.settingPolicy(policy) else {
      throw CommandFailure(
        .usage,
        Message("--policy \(policy.rawValue) needs a key, and \(dataset.name) declares none"))
    }
    dataset = changed
  }
}

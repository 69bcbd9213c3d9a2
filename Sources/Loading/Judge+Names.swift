extension Judge {
  /// The names of the functions that a judge gives to SQL.
  struct Names {
    let same: String
    let judge: String
    let seen: String
    let found: String
    let followed: String
    let replaced: String
    let value: String

    private let end: String

    /// The names of one judge, told from those of others by the end.
    init(_ end: String = "") { self.init(end, part: "") }

    private init(_ end: String, part: String) {
      self.end = end
      same = "etl_same" + end
      judge = "etl_judge" + end
      seen = "etl_seen" + end
      found = "etl_found" + end + part
      followed = "etl_followed" + end + part
      replaced = "etl_replaced" + end + part
      value = "etl_value" + end + part
    }

    /// The names for records that have some of the columns: what finds and updates rows by those
    /// columns has names of its own.
    func ofPart(_ number: Int) -> Names { Names(end, part: number == 0 ? "" : "_part\(number)") }

    /// The names of those that every judge has.
    var all: [String] { [same, judge, seen] }
  }
}

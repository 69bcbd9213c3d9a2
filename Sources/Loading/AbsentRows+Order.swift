internal import SQLite

// MARK: Children first

extension AbsentRows {
  /// Deletes rows one by one, each behind those that refer to it, after circles are broken.
  ///
  /// Parents are looked up, and not children: they have an index. An order in which each row is behind its
  /// parents has each before its parents when it is read from its end.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - absent: the temporary table with the ids of the rows.
  ///   - keys: the foreign keys by which they refer to one another.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n* log *n*) for *n* rows.
  func deleteChildrenFirst(
    from table: TargetTable, _ absent: String, _ keys: [ForeignKey]
  ) throws(DatabaseError) {
    try database.execute(
      """
      DROP TABLE IF EXISTS temp.etl_nodes;
      DROP TABLE IF EXISTS temp.etl_order;
      CREATE TEMP TABLE etl_nodes (node INTEGER PRIMARY KEY, id INTEGER UNIQUE);
      CREATE TEMP TABLE etl_order (place INTEGER PRIMARY KEY, node INTEGER UNIQUE);
      INSERT INTO temp.etl_nodes (id) SELECT id FROM \(absent) ORDER BY id;
      """)
    try putInOrder(table, keys)
    try breakCircles(of: table, keys)
    try delete(
      from: table,
      """
      SELECT n.id FROM temp.etl_order AS o CROSS JOIN temp.etl_nodes AS n ON n.node = o.node
      ORDER BY o.place DESC
      """)
    try database.execute("DROP TABLE temp.etl_nodes; DROP TABLE temp.etl_order")
  }

  /// Fills the order: each row behind those that it refers to.
  private func putInOrder(_ table: TargetTable, _ keys: [ForeignKey]) throws(DatabaseError) {
    var parents: [SharedStatement] = []
    for key in keys {
      parents.append(
        try SharedStatement(
          database,
          """
          SELECT n.node FROM temp.etl_nodes AS m
            CROSS JOIN \(table.sql) AS c ON c._rowid_ = m.id
            CROSS JOIN \(table.sql) AS p ON \(key.refers(to: "p"))
            CROSS JOIN temp.etl_nodes AS n ON n.id = p._rowid_
          WHERE m.node = ?1
          """, isReused: true))
    }
    let insert = try Statement(
      database, "INSERT INTO temp.etl_order (node) VALUES (?)", isReused: true)
    let count = Int(try database.value("SELECT max(node) FROM temp.etl_nodes")?.integer ?? 0)
    var order = ParentsFirst(count: count + 1, referenceCount: keys.count)
    for node in stride(from: 1, through: count, by: 1) {
      try order.visit(node) { node, reference, _ throws(DatabaseError) in
        let query = parents[reference]
        try query.statement.bind(.integer(Int64(node)), at: 1)
        defer { query.statement.reset() }
        guard try query.statement.step(), let parent = query.statement.value(at: 0).integer
        else { return .satisfied }
        return .parent(Int(parent))
      } emit: { node, _ throws(DatabaseError) in
        try insert.run([.integer(Int64(node))])
      }
    }
  }

  /// Has the rows that come before one which they refer to refer to nothing, or to themselves where that is
  /// refused: an action would go from there around the whole circle.
  ///
  /// Where both are refused, by NOT NULL, CHECK or a trigger, they stay as they are, and an action may still
  /// do. Other columns than those that are referred to suffice.
  private func breakCircles(of table: TargetTable, _ keys: [ForeignKey]) throws(DatabaseError) {
    let referredTo = Set(
      try ForeignKey.all(to: table.name, in: database).flatMap(\.key.parentColumns).map {
        $0.lowercased()
      })
    for key in keys {
      let columns = zip(key.columns, key.parentColumns).filter {
        !referredTo.contains($0.0.lowercased())
      }
      guard !columns.isEmpty else { continue }
      let nothing = columns.map { "\(quoted($0.0)) = NULL" }
      let themselves = columns.map { "\(quoted($0.0)) = \(quoted($0.1))" }
      for assignments in [nothing, themselves] {
        _ = try attempt { () throws(DatabaseError) in
          try database.execute(
            """
            UPDATE OR IGNORE \(table.sql) SET \(assignments.joined(separator: ", "))
            WHERE _rowid_ IN (SELECT m.id FROM temp.etl_order AS o
              CROSS JOIN temp.etl_nodes AS m ON m.node = o.node
              CROSS JOIN \(table.sql) AS c ON c._rowid_ = m.id
              CROSS JOIN \(table.sql) AS p ON \(key.refers(to: "p"))
              CROSS JOIN temp.etl_nodes AS n ON n.id = p._rowid_
              CROSS JOIN temp.etl_order AS q ON q.node = n.node AND q.place > o.place)
            """)
        }
      }
    }
  }
}

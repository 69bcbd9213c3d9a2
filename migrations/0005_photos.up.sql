-- Pictures by name, one row a picture.
--
-- photo is the last column: SQLite makes room for a value of that place without holding it in memory.
-- run_id and source_line: which import wrote the row last, and from which line of its list.
CREATE TABLE photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  run_id INTEGER,
  source_line INTEGER,
  photo BLOB NOT NULL
) STRICT;

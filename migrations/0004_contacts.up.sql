-- People with their addresses and telephone numbers. The same name with another number is another
-- person.
--
-- AUTOINCREMENT: the account of changes names rows by id, so that no id may be used again.
CREATE TABLE contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  address TEXT,
  phone TEXT NOT NULL,
  run_id INTEGER,
  source_line INTEGER,
  UNIQUE (name, phone)
) STRICT;

-- The FDIC's list of failed banks, one row a certificate.
--
-- AUTOINCREMENT: the account of changes names rows by id, so that no id may be used again.
-- run_id and source_line: which import wrote the row last, and from which line of its file.
CREATE TABLE failed_banks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  city TEXT,
  state TEXT,
  zip TEXT,
  cert INTEGER NOT NULL UNIQUE,
  acquirer TEXT,
  fund INTEGER,
  close_date TEXT CHECK (close_date IS date(close_date)),
  updated_date TEXT CHECK (updated_date IS date(updated_date)),
  run_id INTEGER,
  source_line INTEGER
) STRICT;

-- The FDIC's list of failed banks, one row a certificate.
CREATE TABLE failed_banks (
  id INTEGER PRIMARY KEY,
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

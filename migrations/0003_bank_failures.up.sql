-- The FDIC's BankFind records of failures and assistance, since 1934, one row an ID.
--
-- cert is that of failed_banks where both have the bank; records of the first decades have none.
-- assets, deposits, cost and uninsured_deposits are in thousands of dollars.
-- AUTOINCREMENT: the account of changes names rows by id, so that no id may be used again.
CREATE TABLE bank_failures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bankfind_id INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  cert INTEGER,
  city TEXT,
  state TEXT,
  city_state TEXT,
  fail_date TEXT CHECK (fail_date IS date(fail_date)),
  fail_year INTEGER,
  fin INTEGER,
  resolution TEXT,
  transaction_type TEXT,
  insurer TEXT,
  insurance_fund INTEGER,
  charter_class TEXT,
  charter_class_1 TEXT,
  assets INTEGER,
  deposits INTEGER,
  cost INTEGER,
  cost_as_of TEXT,
  uninsured_deposits INTEGER,
  resolution_date TEXT CHECK (resolution_date IS date(resolution_date)),
  bank_number INTEGER,
  bank_status TEXT,
  bidder_name TEXT,
  bidder_city TEXT,
  bidder_state TEXT,
  branch_date TEXT,
  payout_transfer_date TEXT,
  closing_code TEXT,
  fslic_program TEXT,
  termination TEXT,
  comments TEXT,
  url TEXT,
  run_id INTEGER,
  source_line INTEGER
) STRICT;

CREATE INDEX bank_failures_cert ON bank_failures (cert);

-- Employees, and what each sold in the four quarters of a year.
--
-- AUTOINCREMENT: the account of changes names rows by id, so that no id may be used again. The rows
-- of sales have the ids of their employees.
CREATE TABLE employee (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  firstname TEXT NOT NULL,
  lastname TEXT NOT NULL,
  location TEXT,
  run_id INTEGER,
  source_line INTEGER,
  UNIQUE (lastname, firstname)
) STRICT;

CREATE TABLE sales (
  employee_id INTEGER PRIMARY KEY REFERENCES employee (id),
  q1 REAL,
  q2 REAL,
  q3 REAL,
  q4 REAL,
  run_id INTEGER,
  source_line INTEGER
) STRICT;

-- Each employee's total, beside the average of all totals. A quarter without a figure adds nothing;
-- an employee without any has no total and does not count in the average.
CREATE VIEW sales_totals AS
WITH totals AS (
  SELECT e.id, e.firstname, e.lastname, e.location, s.q1, s.q2, s.q3, s.q4,
    CASE WHEN coalesce(s.q1, s.q2, s.q3, s.q4) IS NOT NULL
      THEN coalesce(s.q1, 0) + coalesce(s.q2, 0) + coalesce(s.q3, 0) + coalesce(s.q4, 0)
    END AS total
  FROM employee AS e LEFT JOIN sales AS s ON s.employee_id = e.id
)
SELECT *, avg(total) OVER () AS average FROM totals;

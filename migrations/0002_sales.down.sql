DROP VIEW sales_totals;
DROP TABLE sales;
DROP TABLE employee;

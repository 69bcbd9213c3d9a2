DROP TABLE bank_failures;

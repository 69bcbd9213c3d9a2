DROP TABLE failed_banks;

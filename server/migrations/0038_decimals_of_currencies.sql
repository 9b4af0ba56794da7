-- An amount has the decimals of its currency, from none (yen) to four. PostgreSQL keeps as many
-- as were written only without a scale. This writes no row and no index anew.
ALTER TABLE deals ALTER COLUMN amount TYPE numeric;

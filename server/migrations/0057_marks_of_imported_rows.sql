-- A hash of each row of a file, by which a changed file is known again. When the rows are done,
-- those of refused rows are gone. They are forgotten with the rows, 30 days after the end.
ALTER TABLE import_chunks ADD COLUMN marks bigint[] NOT NULL DEFAULT '{}';

-- The records that the rows of a portion found and left as they are. A further row of the same file,
-- in a later portion, only fills them: it would change back and forth what both rows say.
ALTER TABLE import_chunks ADD COLUMN found uuid[] NOT NULL DEFAULT '{}';

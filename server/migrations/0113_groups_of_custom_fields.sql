-- The heading under which the page of a record shows a field of the Account. Null: among the others.
ALTER TABLE custom_fields ADD COLUMN group_name text;

-- What a job works on, such as the import or the change that it takes back.
ALTER TABLE jobs ADD COLUMN subject_uuid uuid;

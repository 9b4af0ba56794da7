-- A change of many records as a job: the records that it was begun with, some a step. A step deletes
-- what it has done, so a job that is killed goes on with what is left.
ALTER TABLE jobs ADD COLUMN resource text;

CREATE TABLE bulk_portions (
  job_uuid uuid NOT NULL REFERENCES jobs ON DELETE CASCADE,
  position integer NOT NULL,
  records jsonb NOT NULL,
  PRIMARY KEY (job_uuid, position)
);

-- The fields that an Account has given to a kind of record. `options` are those of a choice.
CREATE TABLE custom_fields (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  resource text NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  help text,
  type text NOT NULL,
  options jsonb NOT NULL,
  required boolean NOT NULL,
  "unique" boolean NOT NULL,
  position integer NOT NULL,
  archived_at timestamptz(3),
  -- The job that reads the values which records have already. Null: it is done.
  job_uuid uuid,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT custom_fields_key_key UNIQUE (account_uuid, resource, key)
);

-- What a field was from a time on: history shows an old value by the version it was written under.
CREATE TABLE custom_field_versions (
  field_uuid uuid NOT NULL REFERENCES custom_fields ON DELETE CASCADE,
  version integer NOT NULL,
  label text NOT NULL,
  type text NOT NULL,
  options jsonb NOT NULL,
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (field_uuid, version)
);

-- The declared values of records that are not deleted, for filters, orders and sums. A field with
-- several values has a row for each; `created_at` is that of the record, which decides between
-- records with the same value. The indexes begin with the field, so no Account needs its own. There
-- is no foreign key to the field: a job removes the values of one that is deleted.
CREATE TABLE custom_values (
  account_uuid uuid NOT NULL,
  record_uuid uuid NOT NULL,
  field_uuid uuid NOT NULL,
  place smallint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  text_value text COLLATE "C",
  number_value numeric,
  date_value date,
  time_value timestamptz(3),
  currency text,
  unique_value text COLLATE "C",
  PRIMARY KEY (record_uuid, field_uuid, place),
  FOREIGN KEY (account_uuid, record_uuid) REFERENCES records ON DELETE CASCADE
);
CREATE UNIQUE INDEX custom_values_unique_idx ON custom_values (field_uuid, unique_value) WHERE unique_value IS NOT NULL;
CREATE INDEX custom_values_text_idx ON custom_values (field_uuid, text_value, created_at, record_uuid) WHERE text_value IS NOT NULL;
CREATE INDEX custom_values_number_idx ON custom_values (field_uuid, number_value, created_at, record_uuid) WHERE number_value IS NOT NULL;
CREATE INDEX custom_values_date_idx ON custom_values (field_uuid, date_value, created_at, record_uuid) WHERE date_value IS NOT NULL;
CREATE INDEX custom_values_time_idx ON custom_values (field_uuid, time_value, created_at, record_uuid) WHERE time_value IS NOT NULL;

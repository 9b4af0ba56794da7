-- Files that are kept with records. Bytes lie in rows of 512 KiB, apart from all else, so that a
-- reader takes as many as it wants and a list takes none. Equal bytes are kept once in an Account,
-- and never across Accounts: that would tell who else has them.

-- sha256 and type are null while the bytes are still coming; size_bytes is what was said then.
CREATE TABLE file_contents (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  sha256 text,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  type text,
  place text NOT NULL DEFAULT 'database' CHECK (place IN ('database', 's3')),
  scan text NOT NULL DEFAULT 'none' CHECK (scan IN ('none', 'waiting', 'clean', 'infected')),
  created_at timestamp(3) with time zone NOT NULL,
  CHECK ((sha256 IS NULL) = (type IS NULL))
);
CREATE UNIQUE INDEX file_contents_sha256_key ON file_contents (account_uuid, sha256);
CREATE INDEX file_contents_size_idx ON file_contents (account_uuid) INCLUDE (size_bytes);
CREATE INDEX file_contents_waiting_idx ON file_contents (created_at) WHERE scan = 'waiting';

CREATE TABLE file_pieces (
  content_uuid uuid NOT NULL REFERENCES file_contents (uuid) ON DELETE CASCADE,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (content_uuid, "position")
);
-- Most files are compressed already, and what is not is read in parts.
ALTER TABLE file_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- user_uuid is who sent it. A file without a record is theirs alone.
CREATE TABLE files (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  content_uuid uuid NOT NULL REFERENCES file_contents (uuid),
  user_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  name text NOT NULL,
  thumbnail bytea,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone
);
CREATE INDEX files_account_idx ON files (account_uuid, uuid);
CREATE INDEX files_content_idx ON files (content_uuid);
CREATE INDEX files_user_idx ON files (user_uuid);
CREATE INDEX files_deleted_at_idx ON files (deleted_at) WHERE deleted_at IS NOT NULL;

-- Not tied to records: a record that was merged into another one is purged, and its files stay with
-- the one that is left. files/clean-up.ts takes away what leads to no record.
CREATE TABLE file_records (
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  file_uuid uuid NOT NULL REFERENCES files (uuid) ON DELETE CASCADE,
  record_uuid uuid NOT NULL,
  resource text NOT NULL,
  "position" integer NOT NULL,
  PRIMARY KEY (file_uuid, record_uuid)
);
CREATE INDEX file_records_record_idx ON file_records (account_uuid, record_uuid, file_uuid);

CREATE TABLE file_uploads (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  user_uuid uuid NOT NULL REFERENCES users (uuid) ON DELETE CASCADE,
  content_uuid uuid NOT NULL REFERENCES file_contents (uuid) ON DELETE CASCADE,
  file_uuid uuid REFERENCES files (uuid) ON DELETE CASCADE,
  name text NOT NULL,
  size_bytes bigint NOT NULL,
  received_bytes bigint NOT NULL DEFAULT 0,
  records jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL
);
CREATE INDEX file_uploads_account_idx ON file_uploads (account_uuid);
CREATE INDEX file_uploads_user_idx ON file_uploads (user_uuid);
CREATE INDEX file_uploads_content_idx ON file_uploads (content_uuid);
CREATE INDEX file_uploads_file_idx ON file_uploads (file_uuid);
CREATE INDEX file_uploads_created_at_idx ON file_uploads (created_at);

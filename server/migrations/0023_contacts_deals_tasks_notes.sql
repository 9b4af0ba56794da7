-- Contacts, pipelines, deals, tasks and notes: each with an index for whatever a list sorts by, and for the
-- choices and references that it filters by.

ALTER TABLE clients ADD COLUMN last_activity_at timestamptz(3), ADD COLUMN next_task_due_on date;
DROP INDEX clients_owner_idx;
CREATE INDEX clients_kind_idx ON clients (account_uuid, kind, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_industry_idx ON clients (account_uuid, coalesce(industry, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_domain_idx ON clients (account_uuid, coalesce(domain, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_owner_uuid_idx ON clients (account_uuid, owner_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_external_id_idx ON clients (account_uuid, coalesce(external_id, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_last_activity_at_idx ON clients (account_uuid, coalesce(last_activity_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_next_task_due_on_idx ON clients (account_uuid, coalesce(next_task_due_on, 'infinity'::date), uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_tags_idx ON clients USING gin (tags) WHERE deleted_at IS NULL;

CREATE TABLE contacts (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  first_name text,
  last_name text,
  name text NOT NULL,
  job_title text,
  emails jsonb NOT NULL,
  phones jsonb NOT NULL,
  addresses jsonb NOT NULL,
  language text,
  birthday_on date,
  do_not_contact boolean NOT NULL,
  tags text[] NOT NULL,
  owner_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  external_id text,
  description text,
  custom jsonb NOT NULL,
  last_activity_at timestamptz(3),
  next_task_due_on date,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  search tsvector NOT NULL GENERATED ALWAYS AS (search_words(
    folded(name || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(job_title, '')
      || ' ' || coalesce(external_id, '') || ' ' || words(tags) || ' ' || left(coalesce(description, ''), 5000)),
    emails || phones || addresses || custom
  )) STORED,
  FOREIGN KEY (account_uuid, uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX contacts_external_id_key ON contacts (account_uuid, external_id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_deleted_at_idx ON contacts (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX contacts_created_at_idx ON contacts (account_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_updated_at_idx ON contacts (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_name_idx ON contacts (account_uuid, folded(name), uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_owner_uuid_idx ON contacts (account_uuid, owner_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_external_id_idx ON contacts (account_uuid, coalesce(external_id, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_last_activity_at_idx ON contacts (account_uuid, coalesce(last_activity_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_next_task_due_on_idx ON contacts (account_uuid, coalesce(next_task_due_on, 'infinity'::date), uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_tags_idx ON contacts USING gin (tags) WHERE deleted_at IS NULL;
CREATE INDEX contacts_search_idx ON contacts USING gin (search) WHERE deleted_at IS NULL;

CREATE TABLE pipelines (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  position integer,
  archived_at timestamptz(3),
  tags text[] NOT NULL,
  owner_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  external_id text,
  custom jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  FOREIGN KEY (account_uuid, uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX pipelines_external_id_key ON pipelines (account_uuid, external_id) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_deleted_at_idx ON pipelines (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX pipelines_created_at_idx ON pipelines (account_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_updated_at_idx ON pipelines (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_name_idx ON pipelines (account_uuid, folded(name), uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_position_idx ON pipelines (account_uuid, coalesce(position, '-Infinity'::numeric), uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_archived_at_idx ON pipelines (account_uuid, coalesce(archived_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_owner_uuid_idx ON pipelines (account_uuid, owner_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_external_id_idx ON pipelines (account_uuid, coalesce(external_id, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_tags_idx ON pipelines USING gin (tags) WHERE deleted_at IS NULL;

CREATE TABLE stages (
  account_uuid uuid NOT NULL,
  uuid uuid NOT NULL,
  pipeline_uuid uuid NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  probability integer,
  rot_days integer,
  PRIMARY KEY (account_uuid, uuid),
  FOREIGN KEY (account_uuid, pipeline_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX stages_pipeline_idx ON stages (account_uuid, pipeline_uuid, position);

CREATE TABLE deals (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  client_uuid uuid,
  pipeline_uuid uuid,
  stage_uuid uuid,
  status text NOT NULL,
  amount numeric(15, 2),
  currency text,
  expected_close_on date,
  probability integer,
  source text,
  lost_reason text,
  closed_at timestamptz(3),
  stage_entered_at timestamptz(3),
  tags text[] NOT NULL,
  owner_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  external_id text,
  description text,
  custom jsonb NOT NULL,
  last_activity_at timestamptz(3),
  next_task_due_on date,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  search tsvector NOT NULL GENERATED ALWAYS AS (search_words(
    folded(title || ' ' || coalesce(source, '') || ' ' || coalesce(external_id, '') || ' ' || words(tags)
      || ' ' || left(coalesce(description, ''), 5000)),
    custom
  )) STORED,
  -- A reference holds the Account, and is null once its record is gone for good.
  FOREIGN KEY (account_uuid, client_uuid) REFERENCES records (account_uuid, uuid) ON DELETE SET NULL (client_uuid),
  FOREIGN KEY (account_uuid, pipeline_uuid) REFERENCES records (account_uuid, uuid) ON DELETE SET NULL (pipeline_uuid),
  FOREIGN KEY (account_uuid, stage_uuid) REFERENCES stages (account_uuid, uuid) ON DELETE SET NULL (stage_uuid),
  FOREIGN KEY (account_uuid, uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX deals_external_id_key ON deals (account_uuid, external_id) WHERE deleted_at IS NULL;
CREATE INDEX deals_deleted_at_idx ON deals (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX deals_created_at_idx ON deals (account_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_updated_at_idx ON deals (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_title_idx ON deals (account_uuid, folded(title), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_client_uuid_idx ON deals (account_uuid, client_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_pipeline_uuid_idx ON deals (account_uuid, pipeline_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_stage_uuid_idx ON deals (account_uuid, stage_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_status_idx ON deals (account_uuid, status, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_amount_idx ON deals (account_uuid, coalesce(amount, '-Infinity'::numeric), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_expected_close_on_idx ON deals (account_uuid, coalesce(expected_close_on, 'infinity'::date), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_closed_at_idx ON deals (account_uuid, coalesce(closed_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_stage_entered_at_idx ON deals (account_uuid, coalesce(stage_entered_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_owner_uuid_idx ON deals (account_uuid, owner_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_external_id_idx ON deals (account_uuid, coalesce(external_id, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_last_activity_at_idx ON deals (account_uuid, coalesce(last_activity_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_next_task_due_on_idx ON deals (account_uuid, coalesce(next_task_due_on, 'infinity'::date), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_tags_idx ON deals USING gin (tags) WHERE deleted_at IS NULL;
CREATE INDEX deals_search_idx ON deals USING gin (search) WHERE deleted_at IS NULL;
-- The board: the open deals of a stage, and what they add up to.
CREATE INDEX deals_board_idx ON deals (account_uuid, pipeline_uuid, stage_uuid, created_at, uuid) INCLUDE (amount, currency) WHERE deleted_at IS NULL AND status = 'open';

CREATE TABLE tasks (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  body text,
  type text NOT NULL,
  due_on date,
  due_at timestamptz(3),
  priority text NOT NULL,
  assignee_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  status text NOT NULL,
  completed_at timestamptz(3),
  outcome text,
  duration_min integer,
  tags text[] NOT NULL,
  owner_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  external_id text,
  custom jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  search tsvector NOT NULL GENERATED ALWAYS AS (search_words(
    folded(title || ' ' || left(coalesce(body, ''), 5000) || ' ' || left(coalesce(outcome, ''), 2000)
      || ' ' || coalesce(external_id, '') || ' ' || words(tags)),
    custom
  )) STORED,
  FOREIGN KEY (account_uuid, uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tasks_external_id_key ON tasks (account_uuid, external_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_deleted_at_idx ON tasks (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_created_at_idx ON tasks (account_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_updated_at_idx ON tasks (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_title_idx ON tasks (account_uuid, folded(title), uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_type_idx ON tasks (account_uuid, type, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_due_on_idx ON tasks (account_uuid, coalesce(due_on, 'infinity'::date), uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_priority_idx ON tasks (account_uuid, priority, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_assignee_uuid_idx ON tasks (account_uuid, assignee_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_status_idx ON tasks (account_uuid, status, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_completed_at_idx ON tasks (account_uuid, coalesce(completed_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_owner_uuid_idx ON tasks (account_uuid, owner_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_external_id_idx ON tasks (account_uuid, coalesce(external_id, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_tags_idx ON tasks USING gin (tags) WHERE deleted_at IS NULL;
CREATE INDEX tasks_search_idx ON tasks USING gin (search) WHERE deleted_at IS NULL;
-- What is to be done, by its day: of everybody, and of one User.
CREATE INDEX tasks_open_idx ON tasks (account_uuid, coalesce(due_on, 'infinity'::date), uuid) WHERE deleted_at IS NULL AND status = 'open';
CREATE INDEX tasks_open_of_user_idx ON tasks (account_uuid, assignee_uuid, coalesce(due_on, 'infinity'::date), uuid) WHERE deleted_at IS NULL AND status = 'open';

CREATE TABLE notes (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  body text NOT NULL,
  pinned boolean NOT NULL,
  tags text[] NOT NULL,
  owner_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  external_id text,
  custom jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  search tsvector NOT NULL GENERATED ALWAYS AS (search_words(
    folded(left(body, 20000) || ' ' || coalesce(external_id, '') || ' ' || words(tags)),
    custom
  )) STORED,
  FOREIGN KEY (account_uuid, uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notes_external_id_key ON notes (account_uuid, external_id) WHERE deleted_at IS NULL;
CREATE INDEX notes_deleted_at_idx ON notes (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX notes_created_at_idx ON notes (account_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX notes_updated_at_idx ON notes (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX notes_pinned_idx ON notes (account_uuid, pinned, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX notes_owner_uuid_idx ON notes (account_uuid, owner_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX notes_external_id_idx ON notes (account_uuid, coalesce(external_id, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX notes_tags_idx ON notes USING gin (tags) WHERE deleted_at IS NULL;
CREATE INDEX notes_search_idx ON notes USING gin (search) WHERE deleted_at IS NULL;

-- What every Account begins with: a pipeline with the usual stages. It is called where an Account is made.
CREATE FUNCTION begin_account(new_account uuid, moment timestamptz) RETURNS void
  LANGUAGE sql
BEGIN ATOMIC
  WITH place AS (
    INSERT INTO records (account_uuid, uuid, resource)
    VALUES (new_account, new_uuid(moment), 'pipeline') RETURNING account_uuid, uuid
  ), pipeline AS (
    INSERT INTO pipelines (uuid, account_uuid, version, name, position, tags, custom, created_at, updated_at)
    SELECT uuid, account_uuid, 1, 'Sales', 1, '{}', '{}', moment, moment FROM place
    RETURNING account_uuid, uuid
  )
  INSERT INTO stages (account_uuid, uuid, pipeline_uuid, position, name, probability, rot_days)
  SELECT account_uuid, new_uuid(moment), pipeline.uuid, stage.place, stage.name, stage.probability, 30
  FROM pipeline, (VALUES (0, 'Lead', 10), (1, 'Contacted', 20), (2, 'Offer', 50), (3, 'Negotiation', 75))
    AS stage (place, name, probability);
END;
SELECT begin_account(uuid, now()) FROM accounts;

-- One row: a known text under the secret key, so that a wrong key is noticed at the start and not by the first delivery.
CREATE TABLE secret_key_check (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ciphertext bytea NOT NULL
);

-- Users, Accounts, Logins and personal access tokens -----------------------------------------------------------------

-- The one way a time leaves the database: ISO 8601, milliseconds, offset.
CREATE FUNCTION iso(moment timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"');

-- UUIDv7 (RFC 9562 §5.7) for rows that a statement makes by itself: the time in milliseconds before 74 random bits.
CREATE FUNCTION new_uuid(moment timestamptz) RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              PLACING substring(int8send(floor(extract(epoch FROM moment) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid;

CREATE TABLE users (
  uuid              uuid PRIMARY KEY,
  email             text NOT NULL,
  email_verified_at timestamptz(3),            -- when a link mailed to the address was followed; null: it was only typed in
  name              text NOT NULL,
  password_hash     text NOT NULL,             -- argon2id, PHC string
  deactivated_at    timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

CREATE TABLE accounts (
  uuid       uuid PRIMARY KEY,
  name       text NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3)                    -- kept 30 days, then purged with all it holds
);
CREATE INDEX accounts_deleted_at_idx ON accounts (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE logins (
  uuid         uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_uuid    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role         text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  last_used_at timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  UNIQUE (user_uuid, account_uuid)
);
CREATE INDEX logins_account_uuid_idx ON logins (account_uuid);

CREATE TABLE personal_access_tokens (
  uuid                uuid PRIMARY KEY,
  user_uuid           uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name                text NOT NULL,
  token_hash          bytea NOT NULL UNIQUE,   -- SHA-256; the token itself is never stored
  last_four           text NOT NULL,
  expires_at          timestamptz(3),          -- null: never
  revoked_at          timestamptz(3),
  last_used_at        timestamptz(3),          -- these three are written at most every five minutes
  last_used_address   text,
  last_used_agent     text,
  warned_days         smallint,                -- how many days before its end its User was last warned by mail; null: not yet
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL
);
CREATE INDEX personal_access_tokens_user_uuid_idx ON personal_access_tokens (user_uuid);
CREATE INDEX personal_access_tokens_expires_at_idx ON personal_access_tokens (expires_at) WHERE revoked_at IS NULL;

-- The answer to a POST, kept 24 h under its Idempotency-Key; written in the transaction of the change itself.
CREATE TABLE idempotency_keys (
  user_uuid   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  key         text NOT NULL,
  fingerprint bytea NOT NULL,                  -- SHA-256 of method, path and body
  body        bytea NOT NULL,                  -- encrypted: it may hold a signing secret
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (user_uuid, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- Clients ------------------------------------------------------------------------------------------------------------

-- array_to_string is only STABLE because of types other than text; a generated column needs IMMUTABLE.
CREATE FUNCTION words(list text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_string(list, ' ');

CREATE TABLE clients (
  uuid         uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  version      integer NOT NULL DEFAULT 1,
  kind         text NOT NULL CHECK (kind IN ('organisation', 'person')),
  name         text NOT NULL,
  first_name   text,
  last_name    text,
  status       text NOT NULL CHECK (status IN ('lead', 'prospect', 'active', 'inactive')),
  emails       jsonb NOT NULL,
  phones       jsonb NOT NULL,
  website      text,
  domain       text,
  addresses    jsonb NOT NULL,
  industry     text,
  tax_number   text,
  language     text,
  currency     text,
  tags         text[] NOT NULL,
  owner_uuid   uuid REFERENCES users ON DELETE SET NULL,
  external_id  text,
  description  text,
  custom       jsonb NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  deleted_at   timestamptz(3),                 -- kept 30 days, so that it can be restored
  -- Names, domain, industry and tags whole; e-mail addresses and phone numbers as they are written.
  search       tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple', name || ' ' || coalesce(domain, '') || ' ' || coalesce(industry, '') || ' ' || coalesce(external_id, ''))
    || jsonb_to_tsvector('simple', emails, '["string"]')
    || jsonb_to_tsvector('simple', phones, '["string"]')
    || to_tsvector('simple', words(tags))
    || to_tsvector('simple', left(coalesce(description, ''), 5000))
  ) STORED
);
-- One index for each order of the list; uuid makes the order total, so that a cursor never skips or repeats.
CREATE INDEX clients_created_at_idx ON clients (account_uuid, created_at, uuid);  -- of the deleted too: purging an Account needs it
CREATE INDEX clients_updated_at_idx ON clients (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_name_idx       ON clients (account_uuid, name, uuid)       WHERE deleted_at IS NULL;
CREATE INDEX clients_status_idx     ON clients (account_uuid, status, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_search_idx     ON clients USING gin (search)               WHERE deleted_at IS NULL;
CREATE INDEX clients_owner_idx      ON clients (owner_uuid)                     WHERE owner_uuid IS NOT NULL;
CREATE INDEX clients_deleted_at_idx ON clients (deleted_at)                     WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX clients_external_id_key ON clients (account_uuid, external_id) WHERE deleted_at IS NULL;

-- Events and webhooks ------------------------------------------------------------------------------------------------

-- Transaction ids begin anew when a dump is restored into another cluster. Each cluster that serves this database gets the next
-- epoch at its first start, so that the feed goes on behind what was there.
CREATE TABLE feed_epochs (
  epoch             integer PRIMARY KEY,
  system_identifier bigint NOT NULL,           -- of the PostgreSQL cluster (pg_control_system)
  started_at        timestamptz(3) NOT NULL
);
INSERT INTO feed_epochs SELECT 1, system_identifier, now() FROM pg_control_system();

CREATE TABLE events (
  uuid           uuid PRIMARY KEY,
  account_uuid   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  resource_uuid  uuid NOT NULL,
  event          text NOT NULL,
  -- The feed is read in this order, and only up to the oldest transaction still open: see events/queries.ts.
  epoch          integer NOT NULL,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  position       bigint GENERATED ALWAYS AS IDENTITY,
  body           text,                         -- the bytes that are signed and sent, fixed for good; null: erased with its record
  traceparent    text,                         -- the trace of the request that caused it (W3C Trace Context); null without tracing
  created_at     timestamptz(3) NOT NULL
);
CREATE INDEX events_feed_idx ON events (account_uuid, epoch, transaction_id, position);
CREATE INDEX events_resource_idx ON events (resource_uuid);

CREATE TABLE webhook_subscriptions (
  uuid                          uuid PRIMARY KEY,
  user_uuid                     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  oauth_client_uuid             uuid,          -- the application that made it; null: the User themself
  url                           text NOT NULL,
  events                        text[] NOT NULL,
  description                   text,
  account_uuids                 uuid[],        -- null: all Accounts of the User, also those joined later
  skip_own                      boolean NOT NULL,
  signing_secret_encrypted      bytea NOT NULL,
  enabled                       boolean NOT NULL,
  disabled_reason               text CHECK (disabled_reason IN ('by_user', 'gone', 'failing', 'grant_revoked')),
  disabled_at                   timestamptz(3),
  created_at                    timestamptz(3) NOT NULL,
  updated_at                    timestamptz(3) NOT NULL,
  deleted_at                    timestamptz(3), -- kept while its deliveries are in the log
  CHECK (enabled = (disabled_reason IS NULL) AND enabled = (disabled_at IS NULL))
);
CREATE INDEX webhook_subscriptions_user_uuid_idx ON webhook_subscriptions (user_uuid) WHERE deleted_at IS NULL;

-- What the workers know of a subscription's receiver, apart from what its User wrote: whoever plans deliveries must not wait for
-- a worker, so this row is locked by workers only, and by the User who enables or disables.
CREATE TABLE webhook_endpoints (
  subscription_uuid             uuid PRIMARY KEY REFERENCES webhook_subscriptions ON DELETE CASCADE,
  disabled                      boolean NOT NULL DEFAULT false, -- what waits ends as not sent; as the subscription has it
  slots                         smallint NOT NULL DEFAULT 8,  -- attempts allowed at a time; fewer while it fails or recovers
  in_flight                     smallint NOT NULL DEFAULT 0,  -- attempts under way: its deliveries in state sending
  backlog_due_at                timestamptz(3), -- null: no delivery waits; else when it is worth looking at those that do
  consecutive_failures          integer NOT NULL DEFAULT 0,
  failing_since                 timestamptz(3), -- the first of the failures in a row
  probe_count                   smallint NOT NULL DEFAULT 0,
  paused_until                  timestamptz(3), -- not null: failing, one probe at a time, and none before this
  revision                      integer NOT NULL DEFAULT 0,   -- counts the changes of what is known above
  last_outgoing_webhook_call_at timestamptz(3),
  warning                       text CHECK (warning IN ('half', 'soon', 'disabled')), -- the last mail to its owner,
  warned_of                     timestamptz(3), -- and what it was about: the failing_since or disabled_at of then
  -- When a worker should look: null while nothing waits or all slots are taken. Free again, it comes back by itself.
  claim_at                      timestamptz(3) GENERATED ALWAYS AS (
    CASE WHEN backlog_due_at IS NOT NULL AND in_flight < slots THEN greatest(backlog_due_at, paused_until) END) STORED
) WITH (fillfactor = 50);
CREATE INDEX webhook_endpoints_claim_at_idx ON webhook_endpoints (claim_at) WHERE claim_at IS NOT NULL;

-- Temporary subscriptions, whose deliveries are fetched by their owner: their receiver has no slot for the workers.
CREATE TABLE webhook_relays (
  subscription_uuid uuid PRIMARY KEY REFERENCES webhook_subscriptions ON DELETE CASCADE,
  lease_until       timestamptz(3) NOT NULL    -- renewed whenever its owner asks; after it the subscription is deleted
);

-- Deliveries on their way. A finished one moves to webhook_finished_deliveries, so that this table stays as small as the
-- work that is left. No foreign key: its check would lock rows that workers change all the time.
CREATE TABLE webhook_open_deliveries (
  uuid              uuid NOT NULL,
  subscription_uuid uuid NOT NULL,
  account_uuid      uuid NOT NULL,
  event_uuid        uuid NOT NULL,
  event             text NOT NULL,
  -- new: no worker has seen it. waiting: in the backlog of its subscription. sending: leased until due_at.
  state             text NOT NULL CHECK (state IN ('new', 'waiting', 'sending')),
  attempt_count     smallint NOT NULL,
  schedule_step     smallint NOT NULL,         -- attempts since it was planned or sent again: its place in the schedule
  due_at            timestamptz(3) NOT NULL,
  fence             integer NOT NULL,          -- counts the leases: a worker whose number is old cannot settle
  created_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (subscription_uuid, uuid)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX webhook_open_deliveries_new_idx ON webhook_open_deliveries (uuid) WHERE state = 'new';
CREATE INDEX webhook_open_deliveries_waiting_idx ON webhook_open_deliveries (subscription_uuid, due_at)
  WHERE state = 'waiting' AND schedule_step = 0;
CREATE INDEX webhook_open_deliveries_retry_idx ON webhook_open_deliveries (subscription_uuid, due_at)
  WHERE state = 'waiting' AND schedule_step > 0;
CREATE INDEX webhook_open_deliveries_lease_idx ON webhook_open_deliveries (due_at) WHERE state = 'sending';

-- The log: written once, dropped a week at a time. The uuid holds the time, so a look-up by uuid reads one partition.
CREATE TABLE webhook_finished_deliveries (
  uuid              uuid NOT NULL,
  subscription_uuid uuid NOT NULL,
  account_uuid      uuid NOT NULL,
  event_uuid        uuid NOT NULL,
  event             text NOT NULL,
  state             text NOT NULL CHECK (state IN ('succeeded', 'failed', 'not_sent')),
  not_sent_reason   text CHECK (not_sent_reason IN
                      ('subscription_disabled', 'subscription_deleted', 'own_change', 'target_not_allowed', 'access_lost')),
  not_sent_detail   text,
  attempt_count     smallint NOT NULL,
  fence             integer NOT NULL,          -- goes on counting when it is sent again
  created_at        timestamptz(3) NOT NULL,
  finished_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (subscription_uuid, uuid),
  CHECK ((state = 'not_sent') = (not_sent_reason IS NOT NULL))
) PARTITION BY RANGE (uuid);
CREATE INDEX webhook_finished_deliveries_unsuccessful_idx ON webhook_finished_deliveries (subscription_uuid, uuid)
  WHERE state <> 'succeeded';

-- The workers make a partition for each week in advance. The default one takes what falls outside, so that nothing can be refused.
CREATE TABLE webhook_finished_deliveries_default PARTITION OF webhook_finished_deliveries DEFAULT;

CREATE VIEW webhook_deliveries AS
  SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, CASE state WHEN 'sending' THEN 'sending' ELSE 'pending' END AS state,
    NULL::text AS not_sent_reason, NULL::text AS not_sent_detail, attempt_count, due_at, created_at, NULL::timestamptz(3) AS finished_at
  FROM webhook_open_deliveries
  UNION ALL
  SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, state,
    not_sent_reason, not_sent_detail, attempt_count, NULL, created_at, finished_at
  FROM webhook_finished_deliveries;

-- In the partition of its delivery, and dropped with it.
CREATE TABLE webhook_attempts (
  delivery_uuid    uuid NOT NULL,
  number           smallint NOT NULL,          -- 1 is the first
  started_at       timestamptz(3) NOT NULL,
  duration_ms      integer NOT NULL,
  dns_ms           integer,                    -- these two are null when an open connection was used
  connect_ms       integer,
  first_byte_ms    integer,                    -- null: no answer
  response_status  smallint,                   -- null: no answer
  error_kind       text,                       -- null: a 2xx came in time
  error_detail     text,
  request_headers  json NOT NULL,
  response_excerpt text,                       -- at most 16 KiB of the body
  PRIMARY KEY (delivery_uuid, number)
) PARTITION BY RANGE (delivery_uuid);
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;

-- What a subscription's receiver made of the attempts of an hour: the sums that its health is drawn from. They outlive the subscription
-- by as long as the log does, so nothing here refers to it.
CREATE TABLE webhook_attempt_hours (
  subscription_uuid uuid NOT NULL,
  hour              timestamptz(3) NOT NULL,   -- its beginning
  succeeded         integer NOT NULL,
  failed            integer NOT NULL,
  duration_ms       bigint NOT NULL,           -- of all of them together
  duration_max_ms   integer NOT NULL,
  PRIMARY KEY (subscription_uuid, hour)
) WITH (fillfactor = 70);
CREATE INDEX webhook_attempt_hours_hour_idx ON webhook_attempt_hours (hour);

-- Sending again what a subscription missed: a job that a worker does in steps, and that survives it.
CREATE TABLE webhook_recoveries (
  uuid              uuid PRIMARY KEY,
  subscription_uuid uuid NOT NULL REFERENCES webhook_subscriptions ON DELETE CASCADE,
  state             text NOT NULL CHECK (state IN ('running', 'finished', 'cancelled')),
  since             timestamptz(3) NOT NULL,
  until             timestamptz(3) NOT NULL,
  only_failed       boolean NOT NULL,
  delivery_count    integer NOT NULL,          -- how many there were to recover at its start
  recovered_count   integer NOT NULL,
  next_uuid         uuid NOT NULL,             -- where the next step goes on: deliveries are taken in the order of their uuid
  end_uuid          uuid NOT NULL,             -- before which it ends
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  finished_at       timestamptz(3)
);
CREATE UNIQUE INDEX webhook_recoveries_running_idx ON webhook_recoveries (subscription_uuid) WHERE state = 'running';
CREATE INDEX webhook_recoveries_subscription_idx ON webhook_recoveries (subscription_uuid, uuid);

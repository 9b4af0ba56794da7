/**
 * Each table and column in which something of a person can stand, and what becomes of it: in an
 * archive of the Account, when a person is told what is kept of them, when they are erased, and how
 * both count it. `personal-data.test.ts` fails for a column that is neither here nor in
 * `NOT_PERSONAL`. Columns of numbers, times, days of the service and uuids say nothing by
 * themselves: they come and go with their row.
 */

/** Why something does not happen, or happens elsewhere. */
type Why = { not: string };

type Fate = {
  /** `person`: whoever stands in records. `user`: somebody who signs in. */
  whose: 'person' | 'user';
  columns: string[];
  /** The file of an archive that has it. */
  exported: `data/${string}.ndjson` | Why;
  /** Whether a person who asks is told it. */
  told: 'yes' | Why;
  /**
   * `row`: the row goes. `value`: the value is emptied, the row stays. `part`: what names the
   * person is taken out of the value.
   */
  erased: 'row' | 'value' | 'part' | Why;
  /** What counts as one: each row, or the row of another table that it hangs on. */
  counted: 'row' | Why;
};

const RECORD = { whose: 'person', told: 'yes', erased: 'row', counted: 'row' } as const;

/** What is made from something else here, and goes with it. */
const made = (from: string): Omit<Fate, 'whose' | 'columns'> => ({
  exported: { not: `made anew from ${from}` },
  told: { not: `in ${from}` },
  erased: 'row',
  counted: { not: `with ${from}` },
});

/** What a User has here, whatever the Account. It goes with the User. */
const ofUser = (why: string): Omit<Fate, 'whose' | 'columns'> => ({
  exported: { not: why },
  told: { not: 'a User sees it on their own pages' },
  erased: 'row',
  counted: { not: 'with users' },
});

/** A mail is of whoever has a copy, so no archive of an Account has it. */
const OF_MAIL = {
  whose: 'person',
  exported: { not: 'of whoever has a copy, who has it in their mailbox' },
  told: 'yes',
  erased: 'row',
  counted: 'row',
} as const;

/** What names a person only in passing, and is kept for a short time. */
const passing = (why: string): Pick<Fate, 'exported' | 'told' | 'counted'> => ({
  exported: { not: why },
  told: { not: why },
  counted: 'row',
});

export const PERSONAL_DATA: Record<string, Fate> = {
  // Records.
  clients: {
    ...RECORD,
    exported: 'data/clients.ndjson',
    columns: [
      ...['kind', 'name', 'first_name', 'last_name', 'status', 'emails', 'phones', 'website', 'domain'],
      ...['addresses', 'industry', 'tax_number', 'language', 'currency', 'tags', 'external_id'],
      ...['description', 'custom', 'source', 'search', 'next_task_due_on', 'shared_with', 'name_order'],
    ],
  },
  contacts: {
    ...RECORD,
    exported: 'data/contacts.ndjson',
    columns: [
      ...['first_name', 'last_name', 'name', 'job_title', 'emails', 'phones', 'addresses', 'language'],
      ...['birthday_on', 'tags', 'external_id', 'description', 'custom', 'search', 'next_task_due_on'],
      ...['shared_with', 'name_order'],
    ],
  },
  deals: {
    ...RECORD,
    exported: 'data/deals.ndjson',
    erased: 'part',
    columns: [
      ...['title', 'source', 'lost_reason', 'tags', 'external_id', 'description', 'custom', 'search'],
      ...['shared_with', 'title_order'],
    ],
  },
  tasks: {
    ...RECORD,
    exported: 'data/tasks.ndjson',
    erased: 'part',
    columns: ['title', 'title_order', 'body', 'outcome', 'tags', 'external_id', 'custom', 'search'],
  },
  notes: {
    ...RECORD,
    exported: 'data/notes.ndjson',
    erased: 'part',
    columns: ['body', 'tags', 'external_id', 'custom', 'search'],
  },
  links: { ...RECORD, exported: 'data/contacts.ndjson', columns: ['role', 'ended_on'] },
  merges: { ...RECORD, exported: 'data/merges.ndjson', columns: ['external_id'] },
  points: { whose: 'person', ...made('clients and contacts'), columns: ['point'] },
  custom_values: {
    whose: 'person',
    ...made('the records'),
    columns: ['text_value', 'date_value', 'unique_value'],
  },
  reminders: { whose: 'person', ...made('tasks'), columns: ['title'] },

  // Files.
  files: { ...RECORD, exported: 'data/files.ndjson', columns: ['name', 'thumbnail'] },
  file_pieces: {
    ...RECORD,
    exported: 'data/file-pieces.ndjson',
    counted: { not: 'with files, of which the last takes its bytes along' },
    columns: ['bytes'],
  },
  file_contents: {
    ...RECORD,
    exported: 'data/file-contents.ndjson',
    counted: { not: 'with files' },
    columns: ['sha256'],
  },
  file_uploads: {
    whose: 'person',
    ...passing('gone after a day'),
    erased: 'row',
    columns: ['name', 'records'],
  },

  // Mail. What of it is told to whom is decided by who has a copy.
  mails: {
    ...OF_MAIL,
    columns: ['message_id', 'subject', 'text', 'html'],
  },
  mail_words: {
    ...OF_MAIL,
    told: { not: 'words of mails, to find them' },
    counted: { not: 'with mails' },
    columns: ['search'],
  },
  mail_people: {
    ...OF_MAIL,
    counted: { not: 'with mails' },
    columns: ['address', 'point', 'name', 'bounce_detail'],
  },
  mail_attachments: { ...OF_MAIL, counted: { not: 'with mails' }, columns: ['name', 'content_id'] },
  mail_attachment_pieces: { ...OF_MAIL, counted: { not: 'with mails' }, columns: ['bytes'] },
  mails_forgotten: {
    whose: 'person',
    ...passing('hashes of mails that their holder does not want here'),
    erased: 'row',
    columns: ['fingerprint'],
  },
  mail_new_points: {
    whose: 'person',
    ...passing('addresses of seconds ago, whose past mail is looked for'),
    erased: 'row',
    columns: ['point'],
  },
  mail_held: {
    whose: 'person',
    ...passing('mail that waits for its User, gone after a week'),
    erased: 'row',
    columns: ['fingerprint', 'sender', 'subject', 'bytes'],
  },
  mail_exclusions: {
    ...RECORD,
    exported: { not: 'whose mail the mailboxes of this installation leave out' },
    columns: ['pattern'],
  },
  outgoing_mails: {
    whose: 'person',
    ...passing('mails on their way; what was sent is among the mails'),
    erased: 'row',
    columns: ['sender', 'receivers', 'subject', 'text', 'message_id', 'answered_ids', 'files', 'problem'],
  },
  mail_templates: {
    ...RECORD,
    exported: { not: 'texts of an Account for its mail, which no archive has' },
    columns: ['name', 'subject', 'text'],
  },
  mailboxes: {
    whose: 'user',
    ...ofUser('it lets somebody in'),
    columns: [
      'address',
      'username',
      'password_encrypted',
      'refresh_token_encrypted',
      'access_token_encrypted',
      'smtp_username',
      'smtp_password_encrypted',
      'imap',
      'smtp',
      'signature',
      'problem',
    ],
  },

  mail_drop_boxes: {
    whose: 'user',
    ...ofUser('it lets mail in'),
    columns: ['secret_hash', 'secret_encrypted'],
  },

  // Histories.
  events: {
    ...RECORD,
    exported: 'data/events.ndjson',
    erased: 'value',
    columns: ['body', 'uncut'],
  },
  undos: {
    whose: 'person',
    ...passing('what came of an undo is for whoever made it'),
    erased: 'value',
    columns: ['outcome'],
  },

  begun_changes: {
    whose: 'user',
    ...passing('changes that have made nothing yet'),
    erased: { not: 'it names who began a change, as the audit log does' },
    columns: ['actor'],
  },

  // Copies that live for a while.
  import_chunks: {
    whose: 'person',
    ...passing('gone 30 days after the import'),
    erased: 'row',
    columns: ['rows', 'outcomes', 'occurring'],
  },
  imports: {
    whose: 'person',
    ...passing('files of this installation; what they made is there'),
    erased: 'value',
    columns: ['actor', 'files', 'plan', 'warnings', 'failure'],
  },
  export_chunks: {
    whose: 'person',
    ...passing('a file of the whole Account, gone after a week'),
    erased: 'row',
    columns: ['bytes'],
  },
  idempotency_keys: {
    whose: 'person',
    ...passing('answers, encrypted, gone after a day'),
    erased: 'row',
    columns: ['key', 'body'],
  },
  jobs: {
    whose: 'person',
    ...passing('work of this installation; mails wait here'),
    erased: 'value',
    columns: ['key', 'step', 'detail', 'result'],
  },
  proposals: {
    whose: 'person',
    ...passing('what programs propose on this installation, gone 30 days after its end'),
    erased: 'row',
    columns: ['actor', 'message', 'operations'],
  },
  notifications: {
    whose: 'person',
    ...passing('what people of this installation were told'),
    erased: 'row',
    columns: ['title', 'actor'],
  },
  webhook_attempts: {
    whose: 'person',
    ...passing('what a receiver answered, gone after 30 days'),
    erased: 'value',
    columns: ['error_detail', 'request_headers', 'response_excerpt'],
  },
  webhook_finished_deliveries: {
    whose: 'person',
    ...passing('what a receiver answered, gone after 30 days'),
    erased: 'value',
    columns: ['not_sent_detail', 'error_detail', 'request_headers', 'response_excerpt'],
  },

  // What an Account says of itself may name somebody.
  tags: {
    ...RECORD,
    exported: 'data/tags.ndjson',
    erased: { not: 'a word of the Account, changed by hand' },
    columns: ['name'],
  },
  views: {
    ...RECORD,
    exported: 'data/views.ndjson',
    erased: { not: 'a question of a User, changed by hand' },
    columns: ['name', 'query'],
  },
  view_changes: {
    whose: 'person',
    ...passing('what undos of this installation need, gone after 30 days'),
    erased: 'row',
    columns: ['before', 'after'],
  },
  invitations: {
    whose: 'person',
    ...passing('a link in it lets somebody in'),
    erased: 'row',
    columns: ['email', 'role', 'token_hash'],
  },
  refused_addresses: {
    whose: 'person',
    ...passing('addresses that a mail server of this installation has refused'),
    erased: 'row',
    columns: ['email'],
  },
  audit_log: {
    whose: 'user',
    exported: { not: 'who did what on this installation' },
    told: 'yes',
    erased: { not: 'it proves who did what, and is kept for ever' },
    counted: 'row',
    columns: ['actor_name', 'address', 'details', 'request_id'],
  },

  // Users.
  users: {
    whose: 'user',
    exported: 'data/members.ndjson',
    told: 'yes',
    erased: 'row',
    counted: 'row',
    columns: ['email', 'name', 'password_hash', 'time_zone', 'language'],
  },
  logins: {
    whose: 'user',
    exported: 'data/members.ndjson',
    told: 'yes',
    erased: 'row',
    counted: { not: 'with users' },
    columns: ['role'],
  },
  browser_sessions: {
    whose: 'user',
    ...ofUser('it lets somebody in'),
    columns: ['cookie_hash', 'address', 'user_agent'],
  },
  half_sessions: { whose: 'user', ...ofUser('it lets somebody in'), columns: ['cookie_hash'] },
  one_time_links: {
    whose: 'user',
    ...ofUser('it lets somebody in'),
    columns: ['purpose', 'token_hash', 'email'],
  },
  recovery_codes: { whose: 'user', ...ofUser('it lets somebody in'), columns: ['code_hash'] },
  totp_secrets: { whose: 'user', ...ofUser('it lets somebody in'), columns: ['secret'] },
  sign_in_tries: { whose: 'user', ...ofUser('gone after a day'), columns: ['key'] },
  sign_in_hosts: { whose: 'user', ...ofUser('where somebody has signed in'), columns: ['host'] },
  calendar_feeds: { whose: 'user', ...ofUser('it lets somebody in'), columns: ['token_hash', 'last_four'] },
  personal_access_tokens: {
    whose: 'user',
    ...ofUser('it lets somebody in'),
    columns: [
      ...['name', 'token_hash', 'last_four', 'last_used_address', 'last_used_agent'],
      ...['previous_token_hash', 'scope'],
    ],
  },
  api_requests: {
    whose: 'user',
    ...ofUser('what programs of a User asked, gone after a while'),
    columns: ['path', 'request_id'],
  },
  webhook_subscriptions: {
    whose: 'user',
    ...ofUser('webhooks of this installation'),
    columns: ['url', 'description', 'signing_secret_encrypted'],
  },
  oauth_clients: {
    whose: 'user',
    exported: { not: 'of the operator' },
    told: { not: 'who answers for an application, known to the operator' },
    erased: { not: 'the operator changes it by hand' },
    counted: 'row',
    columns: ['name', 'company', 'email', 'redirect_urls', 'allowed_origins', 'document_url'],
  },
};

/** The other columns that could hold a text, with what they hold instead. */
export const NOT_PERSONAL: Record<string, { columns: string[]; holds: string }> = {
  accounts: {
    columns: ['name', 'currency', 'country', 'time_zone', 'week_starts_on', 'access'],
    holds: 'the business, and how it counts its days',
  },
  api_requests: { columns: ['method', 'problem_code'], holds: 'words of ours' },
  audit_log: { columns: ['action', 'actor_type'], holds: 'words of ours' },
  begun_changes: { columns: ['source'], holds: 'words of ours' },
  bulk_portions: { columns: ['records'], holds: 'uuids and versions' },
  calendar_entries: { columns: ['starts_on'], holds: 'when an entry began to be shown' },
  custom_field_versions: { columns: ['label', 'type', 'options'], holds: 'how the Account names fields' },
  custom_fields: {
    columns: ['resource', 'key', 'label', 'help', 'group_name', 'type', 'options'],
    holds: 'how the Account names fields',
  },
  custom_values: { columns: ['currency'], holds: 'codes' },
  deal_states: {
    columns: ['status', 'currency', 'expected_close_on', 'next_status'],
    holds: 'what stood in reports',
  },
  deals: {
    columns: ['status', 'currency', 'expected_close_on', 'next_task_due_on'],
    holds: 'words of ours, codes, days',
  },
  events: { columns: ['event', 'traceparent', 'source'], holds: 'words of ours' },
  exports: { columns: ['state', 'counts', 'sha256', 'failure'], holds: 'words of ours, and counts' },
  file_contents: { columns: ['type', 'place', 'scan'], holds: 'words of ours' },
  file_records: { columns: ['resource'], holds: 'kinds' },
  idempotency_keys: { columns: ['fingerprint'], holds: 'a hash' },
  imports: { columns: ['state', 'preset'], holds: 'words of ours' },
  jobs: { columns: ['type', 'state', 'resource'], holds: 'words of ours' },
  links: { columns: ['from_resource', 'to_resource'], holds: 'kinds' },
  mail_attachments: { columns: ['type'], holds: 'words of ours' },
  mail_drop_boxes: { columns: ['last_outcome'], holds: 'words of ours' },
  mail_drop_folders: { columns: ['place'], holds: 'a mailbox of the operator' },
  mail_exclusions: { columns: ['sort'], holds: 'words of ours' },
  mail_held: { columns: ['reason'], holds: 'words of ours' },
  mail_people: { columns: ['role', 'bounce_code'], holds: 'words of ours, and numbers' },
  mail_traces: { columns: ['resource'], holds: 'kinds' },
  mailbox_folders: { columns: ['path'], holds: 'names of folders' },
  mailboxes: {
    columns: ['default_visibility', 'state', 'since', 'provider'],
    holds: 'words of ours, and a day',
  },
  mails: {
    columns: ['fingerprint', 'topic', 'direction', 'visibility', 'unreadable'],
    holds: 'words of ours, and a hash',
  },
  merges: { columns: ['resource'], holds: 'kinds' },
  migrations: { columns: ['name', 'checksum'], holds: 'files of ours' },
  notification_choices: { columns: ['sort'], holds: 'words of ours' },
  notifications: { columns: ['sort', 'event', 'resource', 'due_on'], holds: 'words of ours, and days' },
  oauth_authorizations: {
    columns: ['code_hash', 'redirect_uri', 'code_challenge', 'scope', 'nonce'],
    holds: 'what an application sent, gone after minutes',
  },
  oauth_client_secrets: { columns: ['secret_hash', 'last_four'], holds: 'secrets of applications' },
  oauth_clients: { columns: ['id_token_signed_response_alg'], holds: 'words of a standard' },
  oauth_grants: {
    columns: ['scope', 'revoked_reason', 'redirect_urls', 'asked_scope'],
    holds: 'what an application may do',
  },
  oauth_signing_keys: { columns: ['public_jwk', 'private_jwk_encrypted', 'algorithm'], holds: 'keys' },
  oauth_token_pairs: {
    columns: ['access_token_hash', 'access_token_scope', 'refresh_token_hash'],
    holds: 'hashes',
  },
  outgoing_mails: { columns: ['state', 'record_resource'], holds: 'words of ours, and kinds' },
  pipelines: {
    columns: ['name', 'name_order', 'tags', 'external_id', 'custom'],
    holds: 'how the Account names the steps of a sale',
  },
  points: { columns: ['resource'], holds: 'kinds' },
  records: { columns: ['resource'], holds: 'kinds' },
  reminders: { columns: ['resource', 'due_on', 'lead'], holds: 'kinds, and days' },
  secret_key_check: { columns: ['ciphertext'], holds: 'a text of ours, encrypted' },
  stages: { columns: ['name'], holds: 'how the Account names the steps of a sale' },
  tags: { columns: ['color'], holds: 'words of ours' },
  tasks: {
    columns: ['type', 'due_on', 'priority', 'status', 'reminder', 'direction', 'call_outcome'],
    holds: 'words of ours, and days',
  },
  teams: { columns: ['name'], holds: 'how the Account names teams' },
  users: { columns: ['closed_hints'], holds: 'words of ours' },
  views: { columns: ['resource', 'columns', 'layout', 'group_by'], holds: 'names of fields' },
  webhook_attempts: {
    columns: ['error_kind', 'signature', 'standard_signature'],
    holds: 'words of ours, hashes',
  },
  webhook_endpoints: { columns: ['warning'], holds: 'words of ours' },
  webhook_finished_deliveries: {
    columns: ['event', 'state', 'not_sent_reason', 'error_kind', 'signature', 'standard_signature'],
    holds: 'words of ours, hashes',
  },
  webhook_open_deliveries: { columns: ['event'], holds: 'words of ours' },
  webhook_recoveries: { columns: ['state'], holds: 'words of ours' },
  webhook_subscriptions: { columns: ['events', 'disabled_reason'], holds: 'words of ours' },
  workers: { columns: ['machine'], holds: 'a machine of the operator' },
};

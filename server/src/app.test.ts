import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS, type RecordName } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { isMergeable } from '@rapport/contract/records/merges';
import { REPORT_NAMES } from '@rapport/contract/reports';
import sql from 'sql-template-tag';
import { enqueue } from './jobs/actions.ts';
import type { JobType } from './jobs/job-type.ts';
import { assertShowsNothingOf } from './testing/assert-forbids.ts';
import { guardedRoutes } from './testing/guarded-routes.ts';
import { addApplication, connect, signedIn } from './testing/oauth-flow.ts';
import { addTeam, type Team } from './testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';

/**
 * A stranger's request for the team's records: `of` is the record in the path. The expected status
 * is 404 unless given.
 */
type Ask = {
  of?: keyof Records;
  query?: string;
  body?: object;
  csv?: string;
  /** The type of a body that is no text. */
  bytes?: string;
  /** The fields of a form, beside a file. */
  form?: Record<string, string>;
  status?: 200 | 201 | 202 | 403 | 422;
};

/**
 * The uuids of one record of each kind, all of them the team's, and of the stranger's own Account.
 */
type Records = Record<Kind | 'own_account', string>;
type Kind =
  | 'calendar_feed'
  | 'account'
  | 'deleted_account'
  | 'user'
  | 'login'
  | 'pending_login'
  | RecordName
  | `deleted_${RecordName}`
  | 'view'
  | 'file'
  | 'deleted_file'
  | 'mailbox'
  | 'drop_box'
  | 'held_mail'
  | 'mail'
  | 'mail_exclusion'
  | 'outgoing_mail'
  | 'file_upload'
  | 'tag'
  | 'subscription'
  | 'delivery'
  | 'recovery'
  | 'background_job'
  | 'notification'
  | 'import'
  | 'export'
  | 'relay'
  | 'relayed'
  | 'event'
  | 'proposal'
  | 'change'
  | 'grant'
  | 'invitation'
  | 'custom_field'
  | 'team'
  | 'token';

/** A type of job that a User sees. */
const SHOWN_JOB: JobType<object, object> = {
  name: 'test',
  is_shown: true,
  run: async () => ({ completed: null }),
};

const EMPTY_PLAN = { on_match: 'update', strict: false, owner_uuid: null, files: [], values: {} };

const ALL = { see: 'all', change: 'all' };
const ACCESS = {
  levels: {
    member: { client: ALL, contact: ALL, deal: ALL },
    viewer: { client: ALL, contact: ALL, deal: ALL },
  },
};

/** The report of an attempt by the owner of a relay. */
const ATTEMPT = {
  duration_ms: 1,
  first_byte_ms: 1,
  response_status: 200,
  error_kind: null,
  error_detail: null,
  request_headers: {},
  response_excerpt: '',
};

const MAILBOX = {
  address: 'planted@example.com',
  password: 'planted',
  imap: { host: 'imap.example.com', port: 993, security: 'tls' },
};

/**
 * All routes that need a token. `{client}` in a query or a body stands for the uuid. A list is
 * requested twice: without filter it must show nothing of the team; for the team's Account the
 * answer is 404.
 */
const MATRIX: Record<string, Ask[]> = {
  'GET /api/v1/logins': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'GET /api/v2/logins': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'GET /api/v2/logins/:uuid': [{ of: 'login' }],
  'PATCH /api/v2/logins/:uuid': [{ of: 'login', body: { role: 'viewer' } }],
  'DELETE /api/v2/logins/:uuid': [{ of: 'login' }],
  'GET /api/v2/me': [{ status: 200 }],
  'PATCH /api/v2/me': [{ body: { name: 'Another' }, status: 403 }],
  'GET /api/v2/accounts': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'POST /api/v2/accounts': [{ body: { name: 'Another' }, status: 201 }],
  'GET /api/v2/accounts/:uuid': [{ of: 'account' }],
  'PATCH /api/v2/accounts/:uuid': [{ of: 'account', body: { name: 'Mine now' } }],
  'DELETE /api/v2/accounts/:uuid': [{ of: 'account', query: '?confirm_name=Any' }],
  'GET /api/v2/accounts/:uuid/access': [{ of: 'account' }],
  'PUT /api/v2/accounts/:uuid/access': [{ of: 'account', body: ACCESS }],
  'POST /api/v2/accounts/:uuid/access/preview': [{ of: 'account', body: ACCESS }],
  'POST /api/v2/accounts/:uuid/handovers': [
    { of: 'account', body: { from_user_uuid: '{user}', to_user_uuid: '{user}' } },
  ],
  'GET /api/v2/accounts/:uuid/kept-owners': [{ of: 'account' }],
  'POST /api/v2/accounts/:uuid/kept-owners/assign': [{ of: 'account', body: { user_uuid: '{user}' } }],
  'POST /api/v2/accounts/:uuid/kept-owners/decline': [{ of: 'account', body: { user_uuid: '{user}' } }],
  'GET /api/v2/mailboxes': [{ status: 200 }],
  'POST /api/v2/mailboxes': [{ body: { account_uuid: '{account}', ...MAILBOX } }],
  'POST /api/v2/mailboxes/check': [{ body: { mailbox: '{mailbox}' }, status: 422 }],
  'POST /api/v2/mailboxes/authorize': [
    { body: { account_uuid: '{account}', provider: 'issuer', address: 'a@b.example' } },
  ],
  'POST /api/v2/mailboxes/:uuid/authorize': [{ of: 'mailbox' }],
  'POST /api/v2/mailboxes/authorized': [{ body: { provider: 'issuer', state: 'x', code: 'x' }, status: 422 }],
  'GET /api/v2/mailboxes/:uuid': [{ of: 'mailbox' }],
  'PATCH /api/v2/mailboxes/:uuid': [{ of: 'mailbox', body: { default_visibility: 'full' } }],
  'DELETE /api/v2/mailboxes/:uuid': [{ of: 'mailbox' }],
  'POST /api/v2/mailboxes/:uuid/sync': [{ of: 'mailbox' }],
  'GET /api/v2/mail-drop-boxes': [{ status: 200 }],
  'POST /api/v2/mail-drop-boxes': [{ body: { account_uuid: '{account}' } }],
  'GET /api/v2/mail-drop-boxes/:uuid': [{ of: 'drop_box' }],
  'DELETE /api/v2/mail-drop-boxes/:uuid': [{ of: 'drop_box' }],
  'GET /api/v2/held-mails': [{ status: 200 }],
  'GET /api/v2/held-mails/:uuid': [{ of: 'held_mail' }],
  'POST /api/v2/held-mails/:uuid/keep': [{ of: 'held_mail' }],
  'DELETE /api/v2/held-mails/:uuid': [{ of: 'held_mail' }],
  'GET /api/v2/mail-exclusions': [{ status: 200 }],
  'POST /api/v2/mail-exclusions': [{ body: { account_uuid: '{account}', pattern: 'planted.example' } }],
  'GET /api/v2/mail-exclusions/:uuid': [{ of: 'mail_exclusion' }],
  'DELETE /api/v2/mail-exclusions/:uuid': [{ of: 'mail_exclusion' }],
  'GET /api/v2/mail-templates': [{ status: 200 }],
  'POST /api/v2/mail-templates': [{ body: { account_uuid: '{account}', name: 'Planted', text: 'T' } }],
  'GET /api/v2/mail-templates/:uuid': [{ of: 'mail_template' }],
  'PATCH /api/v2/mail-templates/:uuid': [{ of: 'mail_template', body: { name: 'Planted' } }],
  'DELETE /api/v2/mail-templates/:uuid': [{ of: 'mail_template' }],
  'GET /api/v2/mail-templates/:uuid/filled': [{ of: 'mail_template' }],
  'GET /api/v2/mails': [{ status: 200 }],
  'GET /api/v2/mail-bounces': [{ query: '?addresses=planted@navy.example', status: 200 }],
  'GET /api/v2/mail-threads': [{ query: '?record_uuid={client}' }],
  'POST /api/v2/mails': [
    { body: { mailbox_uuid: '{mailbox}', to: [{ address: 'a@b.example' }], subject: 'S', text: 'T' } },
  ],
  'GET /api/v2/outgoing-mails': [{ status: 200 }],
  'GET /api/v2/outgoing-mails/:uuid': [{ of: 'outgoing_mail' }],
  'DELETE /api/v2/outgoing-mails/:uuid': [{ of: 'outgoing_mail' }],
  'POST /api/v2/outgoing-mails/:uuid/cancel': [{ of: 'outgoing_mail' }],
  'POST /api/v2/outgoing-mails/:uuid/resolve': [{ of: 'outgoing_mail', body: { as: 'sent' } }],
  'GET /api/v2/mail-threads/:uuid/deals': [{ of: 'mail_thread' }],
  'PUT /api/v2/mail-threads/:uuid/deals/:deal_uuid': [{ of: 'mail_thread' }],
  'DELETE /api/v2/mail-threads/:uuid/deals/:deal_uuid': [{ of: 'mail_thread' }],
  'GET /api/v2/mails/:uuid/attachments/:number/content': [{ of: 'mail' }],
  'POST /api/v2/mail-files': [{ query: '?record_uuid={client}' }],
  'GET /api/v2/mails/:uuid': [{ of: 'mail' }],
  'GET /api/v2/mails/:uuid/html': [{ of: 'mail' }],
  'PATCH /api/v2/mails/:uuid': [{ of: 'mail', body: { visibility: 'full' } }],
  'DELETE /api/v2/mails/:uuid': [{ of: 'mail' }],
  'GET /api/v2/teams': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'POST /api/v2/teams': [{ body: { account_uuid: '{account}', name: 'Planted' } }],
  'GET /api/v2/teams/:uuid': [{ of: 'team' }],
  'PATCH /api/v2/teams/:uuid': [{ of: 'team', body: { name: 'Mine now' } }],
  'DELETE /api/v2/teams/:uuid': [{ of: 'team' }],
  'GET /api/v2/deleted-accounts': [{ status: 200 }],
  'POST /api/v2/deleted-accounts/:uuid/restore': [{ of: 'deleted_account' }, { of: 'account' }],
  'GET /api/v2/accounts/:uuid/logins': [{ of: 'account' }],
  'POST /api/v2/accounts/:uuid/logins': [{ of: 'account', body: { email: 'x@example.com', role: 'viewer' } }],
  'GET /api/v2/pending-logins': [{ status: 200 }],
  'GET /api/v2/pending-logins/:uuid': [{ of: 'pending_login' }],
  // Only a browser session accepts or declines.
  'POST /api/v2/pending-logins/:uuid/accept': [{ of: 'pending_login', status: 403 }],
  'DELETE /api/v2/pending-logins/:uuid': [{ of: 'pending_login', status: 403 }],
  ...Object.fromEntries(RECORDS.flatMap(asksOfKind)),
  'GET /api/v2/tags': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'PATCH /api/v2/tags/:uuid': [{ of: 'tag', body: { color: 'red' } }],
  'POST /api/v2/tags/:uuid/merge': [{ of: 'tag', body: { from_uuid: '{tag}' } }],
  'GET /api/v2/proposals': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'POST /api/v2/proposals': [
    {
      body: {
        operations: [
          { action: 'update', resource: 'client', uuid: '{client}', version: 1, fields: { name: 'Mine' } },
        ],
      },
      status: 404,
    },
    {
      body: {
        account_uuid: '{account}',
        operations: [{ action: 'create', resource: 'client', fields: { name: 'Mine' } }],
      },
    },
  ],
  'GET /api/v2/proposals/:uuid': [{ of: 'proposal' }],
  'POST /api/v2/proposals/:uuid/accept': [
    { of: 'proposal', body: { operations: [{ index: 0 }] }, status: 403 },
  ],
  'POST /api/v2/proposals/:uuid/decline': [{ of: 'proposal', body: {}, status: 403 }],
  'GET /api/v2/notifications': [{ status: 200 }],
  'GET /api/v2/notifications/unread': [{ status: 200 }],
  'GET /api/v2/notifications/:uuid': [{ of: 'notification' }],
  'POST /api/v2/notifications/:uuid/read': [{ of: 'notification' }],
  'POST /api/v2/notifications/read': [{ body: {}, status: 200 }],
  'GET /api/v2/notification-settings': [{ status: 200 }],
  'PATCH /api/v2/notification-settings': [{ body: { morning_mail: false }, status: 200 }],
  'GET /api/v2/files': [{ query: '?record_uuid={client}' }, { query: '?record_uuid={client}&deleted=true' }],
  'POST /api/v2/files': [
    { form: { account_uuid: '{account}' } },
    {
      form: { account_uuid: '{own_account}', records: '[{"resource":"client","uuid":"{client}"}]' },
      status: 422,
    },
  ],
  'GET /api/v2/files/:uuid': [{ of: 'file' }],
  'PATCH /api/v2/files/:uuid': [{ of: 'file', body: { name: 'mine.pdf' } }],
  'DELETE /api/v2/files/:uuid': [{ of: 'file' }],
  'POST /api/v2/files/:uuid/restore': [{ of: 'deleted_file' }, { of: 'file' }],
  'GET /api/v2/files/:uuid/content': [{ of: 'file' }],
  'GET /api/v2/files/:uuid/thumbnail': [{ of: 'file' }],
  'PUT /api/v2/files/:uuid/thumbnail': [{ of: 'file', bytes: 'image/webp' }],
  'POST /api/v2/file-uploads': [
    { body: { account_uuid: '{account}', name: 'a.pdf', size_bytes: 1 } },
    {
      body: {
        account_uuid: '{own_account}',
        name: 'a.pdf',
        size_bytes: 1,
        records: [{ resource: 'client', uuid: '{client}' }],
      },
      status: 422,
    },
  ],
  'GET /api/v2/file-uploads/:uuid': [{ of: 'file_upload' }],
  'PATCH /api/v2/file-uploads/:uuid': [
    { of: 'file_upload', query: '?offset=0', bytes: 'application/octet-stream' },
  ],
  'DELETE /api/v2/file-uploads/:uuid': [{ of: 'file_upload' }],
  'GET /api/v2/views': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'POST /api/v2/views': [{ body: { account_uuid: '{account}', resource: 'client', name: 'Planted' } }],
  'GET /api/v2/views/:uuid': [{ of: 'view' }],
  'PATCH /api/v2/views/:uuid': [{ of: 'view', body: { pinned: true } }],
  'DELETE /api/v2/views/:uuid': [{ of: 'view' }],
  'GET /api/v2/custom-fields': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'POST /api/v2/custom-fields': [
    { body: { account_uuid: '{account}', resource: 'client', label: 'Planted', type: 'text' } },
  ],
  'POST /api/v2/custom-fields/preview': [
    { body: { account_uuid: '{account}', resource: 'client', key: 'planted', type: 'text' } },
  ],
  'POST /api/v2/custom-fields/preview.csv': [
    { body: { account_uuid: '{account}', resource: 'client', key: 'planted', type: 'text' } },
  ],
  'GET /api/v2/custom-fields/undeclared-keys': [
    { query: '?resource=client', status: 200 },
    { query: '?resource=client&account_uuid={account}' },
  ],
  'GET /api/v2/custom-fields/:uuid': [{ of: 'custom_field' }],
  'PATCH /api/v2/custom-fields/:uuid': [{ of: 'custom_field', body: { label: 'Planted' } }],
  'DELETE /api/v2/custom-fields/:uuid': [{ of: 'custom_field' }],
  'POST /api/v2/custom-fields/:uuid/convert': [{ of: 'custom_field', body: { type: 'date' } }],
  'GET /api/v2/custom-fields/:uuid/versions': [{ of: 'custom_field' }],
  'GET /api/v2/search': [{ query: '?q=Secretive', status: 200 }, { query: '?q=a&account_uuid={account}' }],
  ...Object.fromEntries(REPORT_NAMES.flatMap(asksOfReport)),
  'GET /api/v2/reports/past-deals': [
    { query: '?account_uuid={account}' },
    { query: '?as_of=today-1d&account_uuid={account}' },
  ],
  'GET /api/v2/deals/board': [{ query: '?pipeline_uuid={pipeline}' }],
  'GET /api/v2/accounts/:uuid/invitations': [{ of: 'account' }],
  'POST /api/v2/accounts/:uuid/invitations': [
    { of: 'account', body: { email: 'x@example.com', role: 'viewer' } },
  ],
  'DELETE /api/v2/invitations/:uuid': [{ of: 'invitation' }],
  'POST /api/v2/invitations/:uuid/link': [{ of: 'invitation' }],
  // These routes need a browser session, so every token is refused.
  'GET /api/v2/browser-sessions': [{ status: 403 }],
  'DELETE /api/v2/browser-sessions': [{ status: 403 }],
  'DELETE /api/v2/browser-sessions/current': [{ status: 403 }],
  'DELETE /api/v2/browser-sessions/:uuid': [{ of: 'token', status: 403 }],
  'GET /api/v2/personal-access-tokens': [{ status: 200 }],
  'POST /api/v2/personal-access-tokens': [{ body: { name: 'Another' }, status: 403 }],
  'POST /api/v2/personal-access-tokens/:uuid/rotate': [{ of: 'token', body: {}, status: 403 }],
  'GET /api/v2/personal-access-tokens/:uuid': [{ of: 'token' }],
  'DELETE /api/v2/personal-access-tokens/:uuid': [{ of: 'token' }],
  // Only for browsers, and only one's own (calendar/feed.test.ts).
  'GET /api/v2/calendar-feeds': [{ status: 403 }],
  'POST /api/v2/calendar-feeds': [{ body: {}, status: 403 }],
  'GET /api/v2/calendar-feeds/:uuid': [{ of: 'calendar_feed', status: 403 }],
  'PATCH /api/v2/calendar-feeds/:uuid': [
    { of: 'calendar_feed', body: { expected_closes: true }, status: 403 },
  ],
  'DELETE /api/v2/calendar-feeds/:uuid': [{ of: 'calendar_feed', status: 403 }],
  'GET /api/v2/webhook-subscriptions': [{ status: 200 }],
  'POST /api/v2/webhook-subscriptions': [
    { body: { url: 'http://127.0.0.1:9/', events: ['*'], account_uuids: ['{account}'] }, status: 422 },
  ],
  'GET /api/v2/webhook-subscriptions/:uuid': [{ of: 'subscription' }],
  'PATCH /api/v2/webhook-subscriptions/:uuid': [{ of: 'subscription', body: { enabled: false } }],
  'DELETE /api/v2/webhook-subscriptions/:uuid': [{ of: 'subscription' }],
  'GET /api/v2/webhook-subscriptions/:uuid/deliveries': [{ of: 'subscription' }],
  'GET /api/v2/webhook-subscriptions/:uuid/health': [{ of: 'subscription' }],
  'POST /api/v2/webhook-subscriptions/:uuid/test': [{ of: 'subscription', body: {} }],
  'POST /api/v2/webhook-subscriptions/:uuid/recover': [
    { of: 'subscription', body: { since: '2026-11-20T00:00:00Z' } },
  ],
  'GET /api/v2/webhook-subscriptions/:uuid/recoveries': [{ of: 'subscription' }],
  'GET /api/v2/webhook-deliveries': [
    { status: 200 },
    { query: '?filter[subscription_uuid]={subscription}', status: 200 },
    { query: '?account_uuid={account}' },
  ],
  'GET /api/v2/webhook-deliveries/:uuid': [{ of: 'delivery' }],
  'POST /api/v2/webhook-deliveries/:uuid/resend': [{ of: 'delivery' }],
  'GET /api/v2/webhook-recoveries/:uuid': [{ of: 'recovery' }],
  'POST /api/v2/webhook-recoveries/:uuid/cancel': [{ of: 'recovery' }],
  ...Object.fromEntries(
    ['client', 'contact'].flatMap((kind) => [
      [`GET /api/v2/${kind}s/duplicates`, [{ status: 200 }, { query: '?account_uuid={account}' }]],
      [`POST /api/v2/${kind}s/similar`, [{ body: { account_uuid: '{account}', name: 'Secretive' } }]],
      [`POST /api/v2/${kind}s/:uuid/distinct`, [{ of: kind, body: { other_uuid: '{account}' } }]],
    ]),
  ),
  'GET /api/v2/changes': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'GET /api/v2/changes/:uuid': [{ of: 'change' }, { of: 'change', query: '?account_uuid={account}' }],
  'GET /api/v2/changes/:uuid/events': [{ of: 'change' }, { of: 'change', query: '?account_uuid={account}' }],
  'POST /api/v2/changes/:uuid/undo': [{ of: 'change', body: { dry_run: true } }],
  'POST /api/v2/imports': [{ form: { account_uuid: '{account}' } }],
  'GET /api/v2/imports': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'GET /api/v2/imports/:uuid': [{ of: 'import' }],
  'PATCH /api/v2/imports/:uuid': [{ of: 'import', body: { plan: EMPTY_PLAN } }],
  'DELETE /api/v2/imports/:uuid': [{ of: 'import' }],
  'POST /api/v2/imports/:uuid/start': [{ of: 'import' }],
  'POST /api/v2/imports/:uuid/stop': [{ of: 'import' }],
  'GET /api/v2/imports/:uuid/rows': [{ of: 'import' }, { of: 'import', query: '?outcome=refused' }],
  'GET /api/v2/imports/:uuid/refused.csv': [{ of: 'import' }],
  'POST /api/v2/exports': [{ body: { account_uuid: '{account}' } }],
  'GET /api/v2/exports': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'GET /api/v2/exports/:uuid': [{ of: 'export' }],
  'GET /api/v2/exports/:uuid/file': [{ of: 'export' }],
  'DELETE /api/v2/exports/:uuid': [{ of: 'export' }],
  'GET /api/v2/jobs': [{ status: 200 }],
  'GET /api/v2/jobs/:uuid': [{ of: 'background_job' }],
  'POST /api/v2/jobs/:uuid/cancel': [{ of: 'background_job' }],
  'POST /api/v2/webhook-relays': [
    { body: { url: 'http://localhost:9/', events: ['*'], account_uuids: ['{account}'] }, status: 422 },
  ],
  'GET /api/v2/webhook-relays/:uuid/deliveries': [{ of: 'relay' }],
  'POST /api/v2/webhook-deliveries/:uuid/attempts': [{ of: 'relayed', body: ATTEMPT }],
  'GET /api/v2/events': [
    { status: 200 },
    { query: '?after={event}', status: 200 },
    { query: '?filter[event]=client.created', status: 200 },
    { query: '?account_uuid={account}' },
  ],
  // live/routes.test.ts reads streams.
  'GET /api/v2/live': [{ status: 200 }, { query: '?missed_ms=3600000', status: 200 }],
  'GET /api/v2/events/:uuid': [{ of: 'event' }],
  'GET /api/v2/event-types': [{ status: 200 }],
  'GET /api/v2/grants': [{ status: 200 }],
  'DELETE /api/v2/grants/:uuid': [{ of: 'grant' }],
  // Strangers see only the requests that they have made in this test.
  'GET /api/v2/api-requests': [{ status: 200, query: '?filter[token_uuid]={token}' }],
  'GET /api/v2/audit-log': [{ status: 200 }, { query: '?account_uuid={account}' }],
  'GET /api/v2/accounts/:uuid/webhook-subscriptions': [{ of: 'account' }],
  'GET /api/v2/accounts/:uuid/grants': [{ of: 'account' }],
  'DELETE /api/v2/accounts/:uuid/grants/:grant_uuid': [{ of: 'account' }],
  'GET /api/v2/accounts/:uuid/personal-access-tokens': [{ of: 'account' }],
  'DELETE /api/v2/accounts/:uuid/personal-access-tokens/:token_uuid': [{ of: 'account' }],
};

let app: TestApp;
let team: Team;
let records: Records;
/** Texts of the team's records that a stranger cannot know. */
let secrets: string[];

before(async () => {
  app = await startTestApp({ jobTypes: [SHOWN_JOB] });
  team = await addTeam(app);
  const as = team.owner;
  const { account_uuid } = team;
  const owner = { email: as.email, name: as.name };
  const made = async (path: string, body: object, in_browser = false) =>
    (await app.call('POST', path, { as, body, in_browser })).body.data;
  const subscription = await made('/api/v2/webhook-subscriptions', {
    url: 'http://127.0.0.1:9/hidden-path',
    events: ['*'],
  });
  const relay = await made('/api/v2/webhook-relays', { url: 'http://localhost:9/', events: ['*'] });
  const ofKinds: Record<string, string> = {};
  for (const { name, path, named_by } of RECORDS) {
    const needed = {
      ...(name === 'deal' && { client_uuid: ofKinds.client }),
      ...(name === 'note' && { records: [{ resource: 'client', uuid: ofKinds.client }] }),
    };
    const tags = ['Secretive tag'];
    const body = { account_uuid, [named_by]: 'Secretive', external_id: 'hidden-7', tags, ...needed };
    ofKinds[name] = (await made(path, body)).uuid;
    const deleted = await made(path, { ...body, [named_by]: 'Secretive of old', external_id: null });
    ofKinds[`deleted_${name}`] = deleted.uuid;
    await app.call('DELETE', `${path}/${deleted.uuid}`, { as });
  }
  const client = { uuid: ofKinds.client! };
  const path = `/api/v2/webhook-subscriptions/${subscription.uuid}`;
  const [delivery] = (await app.call('GET', `${path}/deliveries`, { as })).body.data;
  const [relayed] = (await app.call('GET', `/api/v2/webhook-relays/${relay.uuid}/deliveries`, { as })).body
    .data;
  const recovery = await made(`${path}/recover`, { since: '2026-11-20T00:00:00Z' });
  const logins = await app.call('GET', `/api/v2/accounts/${account_uuid}/logins`, { as });
  const login = logins.body.data.find((login: { role: string }) => login.role === 'member').uuid;
  const [event] = await app.db.query<{ uuid: string; change_uuid: string }>(
    sql`SELECT uuid, change_uuid FROM events WHERE resource_uuid = ${client.uuid}`,
  );
  const application = await addApplication(app);
  await connect(app, await signedIn(app, as), application);
  const [grant] = (await app.call('GET', '/api/v2/grants', { as })).body.data;
  const invited = { email: 'hidden@example.com', role: 'viewer' };
  const secretField = { account_uuid, resource: 'client', label: 'Secretive field', type: 'text' };
  const custom_field = await made('/api/v2/custom-fields', secretField);
  const fields = { name: 'Proposed' };
  const operations = [{ action: 'create', resource: 'client', fields }];
  const proposal = await made('/api/v2/proposals', { account_uuid, operations });
  const invitation = await made(`/api/v2/accounts/${account_uuid}/invitations`, invited, true);
  const guest = await app.addUser('Hidden Guest');
  const pending = { email: guest.email, role: 'viewer', address_confirmed: true };
  const pending_login = await made(`/api/v2/accounts/${account_uuid}/logins`, pending, true);
  const deleted_account = await app.addAccount(team.owner, 'Gone');
  const end = `/api/v2/accounts/${deleted_account}?confirm_name=Gone`;
  await app.call('DELETE', end, { as, in_browser: true });
  const view = await made('/api/v2/views', { resource: 'client', name: 'Secretive view', shared: true });
  const [tag] = (await app.call('GET', '/api/v2/tags', { as })).body.data;
  const me = await app.call('GET', '/api/v2/me', { as });
  records = {
    account: account_uuid,
    deleted_account,
    user: as.uuid,
    login,
    pending_login: pending_login.uuid,
    ...(ofKinds as Record<RecordName | `deleted_${RecordName}`, string>),
    view: view.uuid,
    ...(await filesFor(as, account_uuid, client.uuid)),
    ...(await mailsFor(as, account_uuid)),
    tag: tag.uuid,
    subscription: subscription.uuid,
    delivery: delivery.uuid,
    recovery: recovery.uuid,
    background_job: await enqueueFor(team.owner),
    notification: await notificationFor(team),
    import: await importFor(team.owner, account_uuid),
    export: (await made('/api/v2/exports', { account_uuid }, true)).uuid,
    relay: relay.uuid,
    relayed: relayed.uuid,
    event: event!.uuid,
    change: event!.change_uuid,
    grant: grant.uuid,
    invitation: invitation.uuid,
    proposal: proposal.uuid,
    custom_field: custom_field.uuid,
    team: (await made('/api/v2/teams', { name: 'Secretive team', member_uuids: [as.uuid] })).uuid,
    token: me.body.data.token.uuid,
    calendar_feed: (await made('/api/v2/calendar-feeds', {}, true)).uuid,
    own_account: team.stranger_account_uuid,
  };
  const { own_account: _, ...uuids } = records;
  const texts = [
    'Secretive',
    'hidden-7',
    'hidden-path',
    'hidden@example.com',
    guest.email,
    subscription.signing_secret,
    relay.signing_secret,
    owner.email,
    owner.name,
  ];
  secrets = [...Object.values(uuids), ...texts];
});
after(() => app.close());

test('every route is in the matrix of this test, or public', () => {
  const missing = guardedRoutes(app).filter(
    ([method, url]) => method !== 'HEAD' && !(`${method} ${url}` in MATRIX),
  );
  const names = missing.map((route) => route.join(' ')).join(', ');
  assert.equal(names, '', `${names}: add each to MATRIX with a record of the team that a stranger asks for.`);
  const routes = guardedRoutes(app).map((route) => route.join(' '));
  const stale = Object.keys(MATRIX).filter((route) => !routes.includes(route));
  assert.deepEqual(stale, [], 'MATRIX has routes that are no more. Remove them.');
});

for (const [route, asks] of Object.entries(MATRIX)) {
  test(`${route} shows nothing to a User of another Account, or without a token`, async () => {
    const [method, url] = route.split(' ') as [string, string];
    for (const ask of asks) {
      const path = fill(
        url.replace(':uuid', `{${ask.of}}`).replace(':deal_uuid', '{deal}').replace(':number', '1') +
          (ask.query ?? ''),
      );
      const form = ask.form && fill(formOf(ask.form));
      const body = ask.csv ?? (ask.bytes && 'bytes') ?? form ?? (ask.body && fill(JSON.stringify(ask.body)));
      const type = ask.bytes ?? (ask.csv ? 'text/csv' : form && 'multipart/form-data; boundary=limit');
      const headers: Record<string, string> = type ? { 'content-type': type } : {};
      for (const verb of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const seen = await app.call(verb, path, { as: team.stranger, body, headers });
        assert.equal(seen.status, ask.status ?? 404, `${verb} ${path}: ${JSON.stringify(seen.body)}`);
        // The stranger knows the texts they sent, but a 404 must not repeat even those.
        const sent = path + body;
        assertShowsNothingOf(
          seen.status === 404 ? secrets : secrets.filter((text) => !sent.includes(text)),
          seen,
        );

        const anonymous = await app.call(verb, path, { body, headers });
        assert.equal(anonymous.status, 401, `${verb} ${path} without a token`);
        assertShowsNothingOf(secrets, anonymous);
      }
    }
  });
}

test('the team still has all of its records after all requests by strangers', async () => {
  for (const path of [
    ...RECORDS.map(({ path, name }) => `${path}/${records[name]}`),
    `/api/v2/logins/${records.login}`,
    `/api/v2/accounts/${records.account}`,
  ]) {
    assert.equal((await app.call('GET', path, { as: team.owner })).status, 200, path);
  }
});

/** A form with a file, as a browser sends it. */
function formOf(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--limit\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    '--limit\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName,E-mail\r\nPlanted,\r\n';
  return `${parts.join('')}${file}\r\n--limit--\r\n`;
}

/** Keeps files with a record, and begins an upload, that a stranger cannot know. */
async function filesFor(as: TestUser, account_uuid: string, client_uuid: string) {
  const records = [{ resource: 'client', uuid: client_uuid }];
  const body = formOf({ account_uuid, records: JSON.stringify(records) }).replace('Planted', 'Secretive');
  const headers = { 'content-type': 'multipart/form-data; boundary=limit' };
  const send = async () =>
    (await app.call('POST', '/api/v2/files', { as, body, headers })).body.data.uuid as string;
  const [file, deleted_file] = [await send(), await send()];
  await app.call('DELETE', `/api/v2/files/${deleted_file}`, { as });
  const upload = { account_uuid, name: 'Secretive.pdf', size_bytes: 5, records };
  const begun = await app.call('POST', '/api/v2/file-uploads', { as, body: upload });
  return { file, deleted_file, file_upload: begun.body.data.uuid as string };
}

/** Puts a mailbox with a mail there, as a look into it leaves them. */
async function mailsFor(as: TestUser, account_uuid: string) {
  const pattern = { account_uuid, pattern: 'secretive.example' };
  const rule = await app.call('POST', '/api/v2/mail-exclusions', { as, body: pattern });
  const wording = { account_uuid, name: 'Secretive', text: 'Secretive' };
  const template = await app.call('POST', '/api/v2/mail-templates', { as, body: wording });
  const drop = await app.call('POST', '/api/v2/mail-drop-boxes', { as, body: { account_uuid } });
  const [held] = await app.db.query<{ uuid: string }>(sql`
    INSERT INTO mail_held (uuid, account_uuid, drop_box_uuid, fingerprint, reason, sender, subject, sent_at, bytes, created_at)
    VALUES (gen_random_uuid(), ${account_uuid}, ${drop.body.data.uuid}, 'hidden', 'unproven', 'hidden@example.com', 'Secretive',
      now(), 'Secretive', now()) RETURNING uuid`);
  const imap = { host: 'imap.example.com', port: 993, security: 'tls' };
  const [mailbox] = await app.db.query<{ uuid: string }>(sql`
    INSERT INTO mailboxes (uuid, account_uuid, user_uuid, address, username, password_encrypted, imap,
      default_visibility, since, state, version, created_at, updated_at)
    VALUES (gen_random_uuid(), ${account_uuid}, ${as.uuid}, 'hidden@example.com', 'hidden-7', '', ${JSON.stringify(imap)},
      'full', '2026-01-01', 'live', 1, now(), now()) RETURNING uuid`);
  const [mail] = await app.db.query<{ uuid: string; thread_uuid: string }>(sql`
    INSERT INTO mails (uuid, account_uuid, mailbox_uuid, holder_uuid, fingerprint, thread_uuid, direction, visibility,
      sent_at, subject, text, html, version, created_at, updated_at)
    VALUES (gen_random_uuid(), ${account_uuid}, ${mailbox!.uuid}, ${as.uuid}, 'hidden', gen_random_uuid(), 'in', 'full',
      now(), 'Secretive', 'Secretive', '<p>Secretive</p>', 1, now(), now()) RETURNING uuid, thread_uuid`);
  const somebody = JSON.stringify({ address: 'hidden@example.com', name: 'Secretive' });
  const [outgoing] = await app.db.query<{ uuid: string }>(sql`
    INSERT INTO outgoing_mails (uuid, account_uuid, user_uuid, mailbox_uuid, sender, receivers, subject, text, message_id,
      answered_ids, state, due_at, dated_at, ended_at, created_at, updated_at)
    VALUES (gen_random_uuid(), ${account_uuid}, ${as.uuid}, ${mailbox!.uuid}, ${somebody}::jsonb, '[]', 'Secretive',
      'Secretive', '<hidden@example.com>', '{}', 'uncertain', now(), now(), now(), now(), now()) RETURNING uuid`);
  await app.db.query(sql`
    INSERT INTO mail_attachments (mail_uuid, number, name, type, size_bytes)
    VALUES (${mail!.uuid}, 1, 'Secretive.pdf', 'application/pdf', 0)`);
  return {
    mail_exclusion: rule.body.data.uuid as string,
    mail_template: template.body.data.uuid as string,
    mailbox: mailbox!.uuid,
    drop_box: drop.body.data.uuid as string,
    held_mail: held!.uuid,
    mail: mail!.uuid,
    outgoing_mail: outgoing!.uuid,
    mail_thread: mail!.thread_uuid,
  };
}

/** Makes a draft of an import whose rows a stranger cannot know. */
async function importFor(as: TestUser, account_uuid: string): Promise<string> {
  const body = formOf({ account_uuid }).replace('Planted', 'Secretive');
  const headers = { 'content-type': 'multipart/form-data; boundary=limit' };
  return (await app.call('POST', '/api/v2/imports', { as, body, headers })).body.data.uuid;
}

/** Enqueues a job that a User sees; returns its uuid. */
async function enqueueFor({ uuid: user_uuid }: { uuid: string }): Promise<string> {
  return (await app.db.transaction((tx) =>
    enqueue(app, tx, SHOWN_JOB, { step: { text: 'Secretive' }, user_uuid }),
  ))!;
}

/** Has a member give the owner a task; returns the uuid of what the owner is told. */
async function notificationFor({ owner, member, account_uuid }: Team): Promise<string> {
  const body = { account_uuid, title: 'Secretive', assignee_uuid: owner.uuid };
  await app.call('POST', '/api/v2/tasks', { as: member, body });
  return (await app.call('GET', '/api/v2/notifications', { as: owner })).body.data[0].uuid;
}

function asksOfReport(name: string): [string, Ask[]][] {
  const asks: Ask[] = [{ status: 200 }, { query: '?account_uuid={account}' }];
  return [`GET /api/v2/reports/${name}`, `GET /api/v2/reports/${name}.csv`].map((route) => [route, asks]);
}

/** A stranger's requests to the standard routes of a kind. */
function asksOfKind(definition: RecordDefinition): [string, Ask[]][] {
  const { name, path, named_by, seen_by } = definition;
  const list: Ask[] = [
    { status: 200 },
    ...(name === 'pipeline' ? [] : [{ query: '?q=Secretive&include=total', status: 200 as const }]),
    { query: '?account_uuid={account}' },
  ];
  const of = name as Kind;
  const named = { [named_by]: 'Planted' };
  const operations = [
    { action: 'update', uuid: `{${name}}`, data: named },
    { action: 'delete', uuid: `{${name}}` },
    { action: 'restore', uuid: `{deleted_${name}}` },
  ];
  const bulk = { records: [{ uuid: `{${name}}` }], action: 'delete' };
  return [
    [`GET ${path}`, [...list, { query: '?view={view}' }]],
    [
      `POST ${path}`,
      [
        { body: { account_uuid: '{account}', ...named } },
        { body: { account_uuid: '{own_account}', ...named, owner_uuid: '{user}' }, status: 422 },
      ],
    ],
    [
      `POST ${path}/batch`,
      [
        { body: { account_uuid: '{account}', operations } },
        { body: { account_uuid: '{own_account}', operations }, status: 200 },
      ],
    ],
    [
      `POST ${path}/bulk`,
      [
        { body: { account_uuid: '{account}', ...bulk } },
        { body: { account_uuid: '{own_account}', ...bulk }, status: 202 },
      ],
    ],
    ...(isMergeable(definition)
      ? [
          [
            `POST ${path}/:uuid/merge`,
            [{ of, body: { from_uuid: '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64' } }],
          ] as [string, Ask[]],
        ]
      : []),
    [`POST ${path}/import`, [{ query: '?account_uuid={account}', csv: `${named_by}\nPlanted\n` }]],
    [
      `GET ${path}.csv`,
      list.map(({ query, ...ask }) => ({ ...ask, query: query?.replace('&include=total', '') })),
    ],
    [`GET ${path}/deleted`, list],
    [`GET ${path}/:uuid`, [{ of }]],
    [`GET ${path}/:uuid/events`, [{ of }, { of, query: '?related=true' }]],
    ...(seen_by ? [[`GET ${path}/:uuid/access`, [{ of }]] as [string, Ask[]]] : []),
    [`POST ${path}/:uuid/restore`, [{ of }, { of: `deleted_${name}` as Kind }]],
    [`PATCH ${path}/:uuid`, [{ of, body: named }]],
    [`DELETE ${path}/:uuid`, [{ of }]],
  ];
}

/** Replaces placeholders: `{client}` becomes the uuid of the team's Client. */
function fill(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, kind: keyof Records) => records[kind] ?? whole);
}

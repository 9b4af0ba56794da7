import { changes } from './changes.ts';
import { customFields } from './custom-fields.ts';
import { accountExports } from './exports.ts';
import { feed } from './feed.ts';
import { figures } from './figures.ts';
import { files } from './files.ts';
import { imports } from './imports.ts';
import { jobs } from './jobs.ts';
import { kinds } from './kinds.ts';
import type { AccountListQuery, ListQuery } from './list-query.ts';
import { mails } from './mails.ts';
import { notifications } from './notifications.ts';
import { at } from './path.ts';
import { proposals } from './proposals.ts';
import type {
  Account,
  AccountApplication,
  AccountCreate,
  AccountList,
  AccountToken,
  AccountUpdate,
  AccountWebhook,
  ApiRequest,
  ApiRequestList,
  AuditEntry,
  Board,
  CurrentUser,
  EventType,
  Grant,
  Invitation,
  Login,
  LoginList,
  PendingLogin,
  PersonalAccessToken,
  SearchHit,
  Tag,
  TagUpdate,
  View,
  ViewCreate,
  ViewUpdate,
} from './resources.ts';
import { type CallOptions, type ConnectOptions, transport } from './transport.ts';
import {
  anyRequest,
  crud,
  list,
  post,
  type RequestOption,
  remove,
  retrieve,
  update,
  type VersionOption,
} from './verbs.ts';
import { waiting } from './waiting.ts';
import { webhooks } from './webhooks.ts';

/**
 * The limits of a search: `resources` are kinds, such as `client`; `limit` is the maximum for each
 * kind.
 */
export type SearchOptions = { resources?: SearchHit['resource'][]; limit?: number; account_uuid?: string };

export type Rapport = ReturnType<typeof connect>;

/**
 * Connects to the service. Returns functions for everything that a token may do. They retry where a
 * retry is safe, then reject with `ApiError` when the service refuses and with `ConnectionError`
 * when nobody can reach it.
 */
export function connect(options: ConnectOptions) {
  const send = transport(options);
  const sendWaiting = waiting(send, options.timeout_ms);
  const { delete: _, ...accounts } = crud<Account, AccountCreate, AccountUpdate, AccountList>(
    send,
    '/api/v2/accounts',
  );
  const ofKinds = kinds(send);
  return {
    /** The User and the token of this connection. */
    me: (call: CallOptions = {}) => retrieve<CurrentUser>(send, '/api/v2/me', call),
    /** No token may delete or restore an Account: only the web interface does. */
    accounts: {
      ...accounts,
      /** The audit log of the Account, the newest first; for its owners and admins. */
      auditLog: (account_uuid: string, call: CallOptions = {}) =>
        list<AuditEntry>(send, '/api/v2/audit-log', { account_uuid }, call),
      /** The webhooks of the Account's members that receive its events. */
      webhooks: (account_uuid: string, call: CallOptions = {}) =>
        list<AccountWebhook>(send, at`/api/v2/accounts/${account_uuid}/webhook-subscriptions`, {}, call),
      /** The applications that the Account's members have let in. */
      applications: (account_uuid: string, call: CallOptions = {}) =>
        list<AccountApplication>(send, at`/api/v2/accounts/${account_uuid}/grants`, {}, call),
      /** The personal access tokens of members that reach the Account. */
      tokens: (account_uuid: string, call: CallOptions = {}) =>
        list<AccountToken>(send, at`/api/v2/accounts/${account_uuid}/personal-access-tokens`, {}, call),
    },
    /** Read only: the web interface decides who works in an Account, and in which role. */
    logins: {
      list: (query: ListQuery<LoginList> = {}, call: CallOptions = {}) =>
        list<Login>(send, '/api/v2/logins', query, call),
      listOfAccount: (
        account_uuid: string,
        query: AccountListQuery<LoginList> = {},
        call: CallOptions = {},
      ) => list<Login>(send, at`/api/v2/accounts/${account_uuid}/logins`, query, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<Login>(send, at`/api/v2/logins/${uuid}`, call),
    },
    /** The Accounts that you are asked to join. Only the web interface accepts or declines. */
    pendingLogins: {
      list: (call: CallOptions = {}) => list<PendingLogin>(send, '/api/v2/pending-logins', {}, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<PendingLogin>(send, at`/api/v2/pending-logins/${uuid}`, call),
    },
    ...ofKinds,
    deals: {
      ...ofKinds.deals,
      /** The open Deals of a pipeline, by stage. */
      board: (pipeline_uuid: string, call: CallOptions = {}) =>
        retrieve<Board>(send, '/api/v2/deals/board', call, { pipeline_uuid }),
    },
    /** The fields that an Account gives to its records. Their values are in `custom`. */
    customFields: customFields(send),
    /** Reports: figures of an Account. */
    figures: figures(send),
    /** Finds some records of each kind. Names that begin with `q` come first. */
    search: (q: string, { resources, ...others }: SearchOptions = {}, call: CallOptions = {}) =>
      retrieve<SearchHit[]>(send, '/api/v2/search', call, { q, resources: resources?.join(','), ...others }),
    invitations: {
      listOfAccount: (account_uuid: string, call: CallOptions = {}) =>
        list<Invitation>(send, at`/api/v2/accounts/${account_uuid}/invitations`, {}, call),
    },
    /** A token can read and revoke itself. The web interface does the rest. */
    personalAccessTokens: {
      list: (call: CallOptions = {}) =>
        list<PersonalAccessToken>(send, '/api/v2/personal-access-tokens', {}, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<PersonalAccessToken>(send, at`/api/v2/personal-access-tokens/${uuid}`, call),
      delete: (uuid: string, call: CallOptions = {}) =>
        remove(send, at`/api/v2/personal-access-tokens/${uuid}`, call),
    },
    /** The applications that this User has let in. */
    grants: {
      list: (call: CallOptions = {}) => list<Grant>(send, '/api/v2/grants', {}, call),
      delete: (uuid: string, call: CallOptions = {}) => remove(send, at`/api/v2/grants/${uuid}`, call),
    },
    /** Tags, spelled once in an Account. A new name and a merge write all records with one. */
    tags: {
      list: (query: { account_uuid?: string; resource?: string } = {}, call: CallOptions = {}) =>
        list<Tag>(send, '/api/v2/tags', query, call),
      update: (uuid: string, changes: TagUpdate, call: VersionOption = {}) =>
        update<Tag>(send, at`/api/v2/tags/${uuid}`, changes, call),
      merge: (uuid: string, from_uuid: string, call: CallOptions = {}) =>
        post<Tag>(send, at`/api/v2/tags/${uuid}/merge`, { from_uuid }, call),
    },
    /** Saved views: a name for the query and the columns of a list. `list({ view })` runs one. */
    views: {
      ...crud<View, ViewCreate, ViewUpdate, never>(send, '/api/v2/views'),
      list: (query: { account_uuid?: string; resource?: string } = {}, call: CallOptions = {}) =>
        list<View>(send, '/api/v2/views', query, call),
    },
    auditLog: {
      list: (call: CallOptions = {}) => list<AuditEntry>(send, '/api/v2/audit-log', {}, call),
    },
    /** The API requests of tokens and applications in the last three days. */
    apiRequests: {
      list: (query: ListQuery<ApiRequestList> = {}, call: CallOptions = {}) =>
        list<ApiRequest>(send, '/api/v2/api-requests', query, call),
    },
    changes: changes(send),
    jobs: jobs(send),
    proposals: proposals(send),
    notifications: notifications(send),
    imports: imports(send),
    /** What is kept with records. */
    files: files(send),
    mails: mails(send),
    exports: accountExports(send),
    ...webhooks(send, sendWaiting),
    events: feed(send, sendWaiting),
    eventTypes: {
      list: (call: CallOptions = {}) => list<EventType>(send, '/api/v2/event-types', {}, call),
    },
    /**
     * Sends any other request of the API reference and returns the JSON of the answer. The body is
     * sent as JSON. With another `content-type` in `headers` it is sent unchanged and without a
     * time limit. A POST is retried only with an `idempotencyKey` of yours, because not every
     * endpoint takes one.
     */
    request: (method: string, path: string, body?: unknown, call: RequestOption = {}): Promise<unknown> =>
      anyRequest(send, method, path, body, call),
  };
}

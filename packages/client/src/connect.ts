import { feed } from './feed.ts';
import { dataOf, json } from './json.ts';
import { type AccountListQuery, type ListQuery, parametersOf } from './list-query.ts';
import { at } from './path.ts';
import { records } from './records.ts';
import type {
  Account,
  AccountApplication,
  AccountCreate,
  AccountList,
  AccountUpdate,
  AccountWebhook,
  ApiRequest,
  ApiRequestList,
  AuditEntry,
  Board,
  Client,
  ClientCreate,
  ClientList,
  ClientUpdate,
  Contact,
  ContactCreate,
  ContactList,
  ContactUpdate,
  CurrentUser,
  Deal,
  DealCreate,
  DealList,
  DealUpdate,
  DeletedClient,
  DeletedClientList,
  DeletedContact,
  DeletedContactList,
  DeletedDeal,
  DeletedDealList,
  DeletedNote,
  DeletedNoteList,
  DeletedPipeline,
  DeletedPipelineList,
  DeletedTask,
  DeletedTaskList,
  EventType,
  Grant,
  Invitation,
  Login,
  LoginList,
  Note,
  NoteCreate,
  NoteList,
  NoteUpdate,
  PersonalAccessToken,
  Pipeline,
  PipelineCreate,
  PipelineList,
  PipelineUpdate,
  SearchHit,
  Task,
  TaskCreate,
  TaskList,
  TaskUpdate,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryWithAttempts,
  WebhookHealth,
  WebhookRecovery,
  WebhookRecoveryCreate,
  WebhookRelayAttempt,
  WebhookRelayCreate,
  WebhookRelayDelivery,
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
  WebhookTest,
  WebhookTestCreate,
} from './resources.ts';
import { type CallOptions, type ConnectOptions, transport } from './transport.ts';
import {
  anyRequest,
  type CreateOption,
  create,
  crud,
  list,
  type RequestOption,
  remove,
  retrieve,
  update,
} from './verbs.ts';
import { waiting } from './waiting.ts';

type KindOf<Record, Create, Update, List, Deleted, DeletedList> = {
  record: Record;
  create: Create;
  update: Update;
  list: List;
  deleted: Deleted;
  deletedList: DeletedList;
};

/** Where to search: `resources` are kinds, such as `client`; `limit` is for each of them. */
export type SearchOptions = { resources?: SearchHit['resource'][]; limit?: number; account_uuid?: string };

export type Rapport = ReturnType<typeof connect>;

/**
 * Everything that a token may do. All functions reject with `ApiError` when the service refuses and
 * with `ConnectionError` when it cannot be reached; before that they have tried again where trying
 * again is safe.
 */
export function connect(options: ConnectOptions) {
  const send = transport(options);
  const sendWaiting = waiting(send, options.timeout_ms);
  const { delete: _, ...accounts } = crud<Account, AccountCreate, AccountUpdate, AccountList>(
    send,
    '/api/v2/accounts',
  );
  return {
    /** Who you are, and with which token. */
    me: (call: CallOptions = {}) => retrieve<CurrentUser>(send, '/api/v2/me', call),
    /** Accounts are deleted and restored in the web interface alone: no token may. */
    accounts: {
      ...accounts,
      /** The audit log of the Account, the newest first; for its owners and admins. */
      auditLog: (account_uuid: string, call: CallOptions = {}) =>
        list<AuditEntry>(send, '/api/v2/audit-log', { account_uuid }, call),
      /** The webhooks of its members that get the Account's events. */
      webhooks: (account_uuid: string, call: CallOptions = {}) =>
        list<AccountWebhook>(send, at`/api/v2/accounts/${account_uuid}/webhook-subscriptions`, {}, call),
      /** The applications that its members have let in. */
      applications: (account_uuid: string, call: CallOptions = {}) =>
        list<AccountApplication>(send, at`/api/v2/accounts/${account_uuid}/grants`, {}, call),
    },
    /** The web interface alone decides who works in an Account, and in which role. */
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
    clients: records<
      KindOf<Client, ClientCreate, ClientUpdate, ClientList, DeletedClient, DeletedClientList>
    >(send, '/api/v2/clients'),
    contacts: records<
      KindOf<Contact, ContactCreate, ContactUpdate, ContactList, DeletedContact, DeletedContactList>
    >(send, '/api/v2/contacts'),
    deals: {
      ...records<KindOf<Deal, DealCreate, DealUpdate, DealList, DeletedDeal, DeletedDealList>>(
        send,
        '/api/v2/deals',
      ),
      /** The open deals of a pipeline by their stages. */
      board: (pipeline_uuid: string, call: CallOptions = {}) =>
        dataOf<Board>(
          send({
            method: 'GET',
            path: '/api/v2/deals/board',
            query: parametersOf({ pipeline_uuid }),
            repeat: 'always',
            ...call,
          }),
        ),
    },
    pipelines: records<
      KindOf<Pipeline, PipelineCreate, PipelineUpdate, PipelineList, DeletedPipeline, DeletedPipelineList>
    >(send, '/api/v2/pipelines'),
    tasks: records<KindOf<Task, TaskCreate, TaskUpdate, TaskList, DeletedTask, DeletedTaskList>>(
      send,
      '/api/v2/tasks',
    ),
    notes: records<KindOf<Note, NoteCreate, NoteUpdate, NoteList, DeletedNote, DeletedNoteList>>(
      send,
      '/api/v2/notes',
    ),
    /** A few records of each kind, those first whose name begins with `q`. */
    search: async (
      q: string,
      { resources, limit, account_uuid }: SearchOptions = {},
      call: CallOptions = {},
    ): Promise<SearchHit[]> =>
      dataOf(
        send({
          method: 'GET',
          path: '/api/v2/search',
          query: parametersOf({ q, resources: resources?.join(','), limit, account_uuid }),
          repeat: 'always',
          ...call,
        }),
      ),
    invitations: {
      listOfAccount: (account_uuid: string, call: CallOptions = {}) =>
        list<Invitation>(send, at`/api/v2/accounts/${account_uuid}/invitations`, {}, call),
    },
    /** A token can read and revoke itself; the rest is done in the web interface. */
    personalAccessTokens: {
      list: (call: CallOptions = {}) =>
        list<PersonalAccessToken>(send, '/api/v2/personal-access-tokens', {}, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<PersonalAccessToken>(send, at`/api/v2/personal-access-tokens/${uuid}`, call),
      delete: (uuid: string, call: CallOptions = {}) =>
        remove(send, at`/api/v2/personal-access-tokens/${uuid}`, call),
    },
    /** The applications that the User has let in. */
    grants: {
      list: (call: CallOptions = {}) => list<Grant>(send, '/api/v2/grants', {}, call),
      delete: (uuid: string, call: CallOptions = {}) => remove(send, at`/api/v2/grants/${uuid}`, call),
    },
    auditLog: {
      list: (call: CallOptions = {}) => list<AuditEntry>(send, '/api/v2/audit-log', {}, call),
    },
    /** The API requests of tokens and applications in the last three days. */
    apiRequests: {
      list: (query: ListQuery<ApiRequestList> = {}, call: CallOptions = {}) =>
        list<ApiRequest>(send, '/api/v2/api-requests', query, call),
    },
    webhookSubscriptions: {
      /** All of them: there is nothing to choose by. */
      list: (call: CallOptions = {}) =>
        list<WebhookSubscription>(send, '/api/v2/webhook-subscriptions', {}, call),
      create: (subscription: WebhookSubscriptionCreate, call: CreateOption = {}) =>
        create<WebhookSubscription>(send, '/api/v2/webhook-subscriptions', subscription, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookSubscription>(send, at`/api/v2/webhook-subscriptions/${uuid}`, call),
      update: (uuid: string, changes: WebhookSubscriptionUpdate, call: CallOptions = {}) =>
        update<WebhookSubscription>(send, at`/api/v2/webhook-subscriptions/${uuid}`, changes, call),
      delete: (uuid: string, call: CallOptions = {}) =>
        remove(send, at`/api/v2/webhook-subscriptions/${uuid}`, call),
      /** Sends a sample at once, and tells what the receiver made of it. */
      test: (uuid: string, test: WebhookTestCreate = {}, call: CallOptions = {}): Promise<WebhookTest> =>
        dataOf(
          send({
            method: 'POST',
            path: at`/api/v2/webhook-subscriptions/${uuid}/test`,
            repeat: 'never',
            ...json(test),
            ...call,
          }),
        ),
    },
    webhookHealth: {
      /** Success rate and latency of the last 24 hours and 30 days. */
      retrieve: (subscription_uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookHealth>(send, at`/api/v2/webhook-subscriptions/${subscription_uuid}/health`, call),
    },
    webhookDeliveries: {
      list: (query: ListQuery<WebhookDeliveryList> = {}, call: CallOptions = {}) =>
        list<WebhookDelivery>(send, '/api/v2/webhook-deliveries', query, call),
      listOfSubscription: (
        subscription_uuid: string,
        query: ListQuery<WebhookDeliveryList> = {},
        call: CallOptions = {},
      ) =>
        list<WebhookDelivery>(
          send,
          at`/api/v2/webhook-subscriptions/${subscription_uuid}/deliveries`,
          query,
          call,
        ),
      /** With all its attempts. */
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookDeliveryWithAttempts>(send, at`/api/v2/webhook-deliveries/${uuid}`, call),
      resend: (uuid: string, call: CreateOption = {}) =>
        create<WebhookDelivery>(send, at`/api/v2/webhook-deliveries/${uuid}/resend`, undefined, call),
    },
    webhookRecoveries: {
      /** Sends again what a subscription missed in a range of time. */
      create: (subscription_uuid: string, recovery: WebhookRecoveryCreate, call: CreateOption = {}) =>
        create<WebhookRecovery>(
          send,
          at`/api/v2/webhook-subscriptions/${subscription_uuid}/recover`,
          recovery,
          call,
        ),
      listOfSubscription: (subscription_uuid: string, call: CallOptions = {}) =>
        list<WebhookRecovery>(
          send,
          at`/api/v2/webhook-subscriptions/${subscription_uuid}/recoveries`,
          {},
          call,
        ),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<WebhookRecovery>(send, at`/api/v2/webhook-recoveries/${uuid}`, call),
      cancel: (uuid: string, call: CreateOption = {}) =>
        create<WebhookRecovery>(send, at`/api/v2/webhook-recoveries/${uuid}/cancel`, undefined, call),
    },
    /**
     * Temporary subscriptions: for a receiver that the service cannot reach, such as one on the
     * machine of its developer.
     */
    webhookRelays: {
      /**
       * Deleted with `webhookSubscriptions.delete`, or by itself two minutes after it was last
       * asked for deliveries.
       */
      create: (relay: WebhookRelayCreate, call: CreateOption = {}) =>
        create<WebhookSubscription>(send, '/api/v2/webhook-relays', relay, call),
      /**
       * The next deliveries to make, signed; waits for one up to 20 seconds, or up to two thirds of
       * `timeout_ms`.
       */
      deliveries: async (uuid: string, call: CallOptions = {}): Promise<WebhookRelayDelivery[]> =>
        dataOf(
          sendWaiting({
            method: 'GET',
            path: at`/api/v2/webhook-relays/${uuid}/deliveries`,
            repeat: 'always',
            ...call,
          }),
        ),
      /** Reports the outcome of one. */
      report: (delivery_uuid: string, attempt: WebhookRelayAttempt, call: CreateOption = {}) =>
        create<WebhookDelivery>(
          send,
          at`/api/v2/webhook-deliveries/${delivery_uuid}/attempts`,
          attempt,
          call,
        ),
    },
    events: feed(send, sendWaiting),
    eventTypes: {
      list: (call: CallOptions = {}) => list<EventType>(send, '/api/v2/event-types', {}, call),
    },
    /**
     * Any other request, as the reference describes it; gives the JSON of the answer. The body is
     * sent as JSON, unless `headers` have another `content-type`: then as it is, and without a
     * limit of time. A POST is sent again after a fault only under an
     * `idempotencyKey` of yours: not every endpoint takes one.
     */
    request: (method: string, path: string, body?: unknown, call: RequestOption = {}): Promise<unknown> =>
      anyRequest(send, method, path, body, call),
  };
}

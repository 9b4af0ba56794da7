import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';

export const DELIVERY_STATE_LABELS: Record<WebhookDelivery['state'], string> = {
  pending: 'Waiting',
  sending: 'On its way',
  succeeded: 'Delivered',
  failed: 'Failed',
  not_sent: 'Not sent',
};

export const DISABLED_REASONS: Record<NonNullable<WebhookSubscription['disabled_reason']>, string> = {
  by_user: 'You disabled it.',
  gone: 'The receiver answered 410 Gone: it wants no more events.',
  failing: 'Nothing was delivered for days, so it was disabled.',
  grant_revoked:
    'The application that made it was disconnected. Connect it again to enable this, or delete it and create one of your own.',
};

export const NOT_SENT_REASONS: Record<NonNullable<WebhookDelivery['not_sent_reason']>, string> = {
  subscription_disabled: 'the subscription was disabled',
  subscription_deleted: 'the subscription was deleted',
  own_change: 'a change of its own',
  imported: 'an import, which it skips',
  target_not_allowed: 'the address is not allowed',
  access_lost: 'no access to the Account any more',
  out_of_reach: 'you do not see the record any more',
  copy: 'this Rapport is a copy, which sends nothing',
};

export const ERROR_KINDS: Record<NonNullable<WebhookDelivery['error_kind']>, string> = {
  target_not_allowed: 'the address is not allowed',
  dns_failed: 'name not found',
  dns_timeout: 'name look-up took too long',
  connect_failed: 'connection refused',
  connect_timeout: 'connecting took too long',
  tls_failed: 'TLS failed',
  connection_reset: 'connection broken off',
  timeout: 'no answer in time',
  invalid_response: 'answer unreadable',
  redirect: 'redirect, which is not followed',
  http_status: 'which is not 2xx',
  secret_unreadable: 'the signing secret cannot be decrypted with the secret key',
};

/** The reasons of failed attempts, as labels of a filter, where no status precedes them. */
export const ERROR_KIND_LABELS: typeof ERROR_KINDS = {
  target_not_allowed: 'Address not allowed',
  dns_failed: 'Name not found',
  dns_timeout: 'Name look-up took too long',
  connect_failed: 'Connection refused',
  connect_timeout: 'Connecting took too long',
  tls_failed: 'TLS failed',
  connection_reset: 'Connection broken off',
  timeout: 'No answer in time',
  invalid_response: 'Answer unreadable',
  redirect: 'Redirect',
  http_status: 'Status not 2xx',
  secret_unreadable: 'Signing secret unreadable',
};

/** The subjects of events other than records. */
export const RECORD_LABELS: Record<string, string> = { account: 'Account', login: 'Login' };

export const webhooks = {
  title: 'Webhooks',
  about: 'Rapport posts the events you choose to your address, signed, and tries again until they arrive.',
  create: 'New subscription',
  emptyTitle: 'No subscriptions yet',
  empty:
    'Create one with the address of your receiver and the events you want. Developers has a receiver to copy. Without a public address, npx rapport listen passes events on to your own machine.',
  url: 'Address of the receiver',
  urlInvalid: 'An address such as https://hooks.example.com/rapport.',
  urlHttps:
    'It must begin with https://, unless the operator allows the host. To try it on your own machine: npx rapport listen.',
  urlUser: 'It must not hold a user name or password.',
  events: 'Events',
  eventsHint: 'Exact events, everything of a kind, or all.',
  allEvents: 'All events',
  /** The events of a subscription, as the list shows them. */
  sayEvents: (events: string[]) => (events.includes('*') ? 'All events' : events.join(', ')),
  allOf: (resource: string) => `Everything about ${resource}s`,
  description: 'Note',
  accounts: 'Only these Accounts',
  accountsHint: 'None: all of yours, also those you join later.',
  skipOwn: 'Skip changes that this integration makes itself',
  skipOwnHint:
    'Changes made with your personal access tokens or, for the subscription of an application, those that it makes for you. Changes on these pages are sent.',
  skipImports: 'Skip what imports make',
  skipImportsHint: 'Moving in makes an event for each row. The feed of events has them in any case.',
  created: 'The subscription is created.',
  saved: 'The subscription is saved.',
  deleted: 'The subscription is deleted.',
  lastCall: 'Last call',
  neverCalled: 'Not called yet',
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing',
  failingSince: 'Failing since',
  nextProbe: 'It is tried again',
  probeIsDue: 'It is tried again with the next delivery.',
  disablesAt: 'Unless a delivery or a test arrives, it is disabled',
  enable: 'Enable',
  disable: 'Disable',
  missed: 'Enable and recover',
  secretTitle: 'Signing secret',
  secret:
    'These pages never get it. Read it with a token of yours, where your receiver runs; to replace it, delete the subscription and create a new one.',
  secretCommand: 'Command',
  settings: 'Settings',
  deleteTitle: 'Delete this subscription?',
  deleteHint: 'Nothing more is sent to it. Its signing secret is gone for good.',
  missedNone: 'Nothing was missed.',
  missedCount: (count: number, when: string) =>
    count === 1
      ? `1 delivery was missed, ${when}.`
      : `${count.toLocaleString()} deliveries were missed, the first ${when}.`,
  live: 'Live',
  notLive: 'Every few seconds',
  test: 'Send a test event',
  testAbout:
    'A sample, signed like any delivery and sent at once, also while the subscription is disabled. It is not in the log.',
  testEvent: 'Event',
  testTo: 'To another URL',
  testToAbout: 'Such as a receiver that you still work on. Left empty, it goes to this webhook.',
  testNewest: 'With the newest record of yours that has such an event',
  testMadeUp: 'You see no such event yet, so the record in it is made up.',
  testSend: 'Send',
  testResult: (status: number | null, ms: number) =>
    status === null ? `No answer after ${ms} ms.` : `Answered ${status} after ${ms} ms.`,
  testNotSent: 'Nothing was sent:',
  log: 'Delivery log',
  logAbout: 'The latest first, kept for 30 days.',
  logEmptyTitle: 'No deliveries',
  logEmpty: 'Change a record that this subscription is about, and see the event arrive here.',
  logNone: 'No delivery matches these filters. Choose others.',
  state: 'State',
  anyState: 'Any state',
  errorKind: 'Why it failed',
  anyErrorKind: 'Any reason',
  anyEvent: 'Any event',
  logUntil: 'Up to this time',
  logUntilShort: 'Up to',
  event: 'Event',
  attempts: (count: number) =>
    count === 0 ? 'Not tried' : count === 1 ? '1 attempt' : `${count.toLocaleString()} attempts`,
  next: 'Next attempt',
  nextIsDue: 'Next attempt is due',
  nextWaits: 'Waits for the receiver, which is tried again',
  answered: (status: number) => `Answered ${status}`,
  resend: 'Send again',
  sendNow: 'Send now',
  resent: 'It is on its way.',
  inspect: (attempts: string, { event, record_name }: WebhookDelivery) =>
    `${attempts}, inspect ${event}${record_name === null ? '' : ` ${record_name}`}`,
  delivery: 'Delivery',
  attempt: (number: number) => `Attempt ${number}`,
  requestBody: 'Request body',
  requestHeaders: 'Request headers',
  response: 'Answer',
  noResponse: 'No answer.',
  noBody: 'The answer had no body.',
  latency: { dns: 'name', connect: 'connect', wait: 'wait', read: 'read' },
  recover: 'Recover',
  recoverTitle: 'Send missed events again',
  recoverSince: 'From',
  recoverUntil: 'Until',
  recoverUntilHint: 'Empty: now.',
  recoverNoSince: 'Enter a start time.',
  recoverFuture: 'This time is in the future.',
  recoverTooFar: 'The log is kept for 30 days. Begin later.',
  recoverOrder: 'It must be later than From.',
  recoverFailed: 'Only what failed or was not sent',
  count: 'Count first',
  counted: (count: number) =>
    count === 1 ? '1 delivery would be sent again.' : `${count} deliveries would be sent again.`,
  start: 'Send them again',
  recovering: (done: number, all: number) => `${done} of ${all} sent again.`,
  recovered: 'Done: all of them are sent again or wait for their turn.',
  cancelled: 'Stopped.',
  stop: 'Stop',
  health: 'Health',
  healthAbout: 'Based on all attempts, including those that were repeated later.',
  day: 'Last 24 hours',
  month: 'Last 30 days',
  noRate: '–',
  healthEmpty: 'No attempts.',
  ofAttempts: (count: number) =>
    count === 1 ? 'of 1 attempt succeeded' : `of ${count.toLocaleString()} attempts succeeded`,
  figures: (succeeded: number, failed: number, mean_ms: number) =>
    `${succeeded.toLocaleString()} succeeded, ${failed.toLocaleString()} failed, ${mean_ms} ms on average`,
  latencySaid: (mean_ms: number, max_ms: number) => `${mean_ms} ms on average, ${max_ms} ms at most`,
  latencyNone: 'No latency yet.',
  now: 'now',
};

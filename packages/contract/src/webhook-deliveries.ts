import type { Static } from 'typebox';
import { EVENT_NAMES } from './events.ts';
import {
  Closed,
  EXAMPLE_UUIDS,
  GivenTime,
  JsonObject,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Uuid,
} from './fields.ts';
import { Type } from './json-schema.ts';

export const DELIVERY_STATES = ['pending', 'sending', 'succeeded', 'failed', 'not_sent'] as const;

export const NOT_SENT_REASONS = [
  'subscription_disabled',
  'subscription_deleted',
  'own_change',
  'imported',
  'target_not_allowed',
  'access_lost',
  'out_of_reach',
  'copy',
] as const;

/** The lifetime of deliveries and their attempts in the log, in days. */
export const LOG_LIFETIME_DAYS = 30;

/** The closed list of reasons why an attempt failed. */
export const ATTEMPT_ERROR_KINDS = [
  'target_not_allowed',
  'dns_failed',
  'dns_timeout',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'connection_reset',
  'timeout',
  'invalid_response',
  'redirect',
  'http_status',
  'secret_unreadable',
] as const;

const Milliseconds = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const Status = Type.Integer({
  description: 'HTTP status of the answer. Null: there was none.',
  examples: [204],
});
const ErrorKind = OneOf([...ATTEMPT_ERROR_KINDS], 'Why it failed. Null: a 2xx came in time.');

export const WebhookAttempt = Type.Object(
  {
    number: Type.Integer({ description: '1 is the first; the same as in X-Attempt.', examples: [1] }),
    started_at: Timestamp('When it began.'),
    duration_ms: Milliseconds('From the beginning to the end of the answer.'),
    dns_ms: Nullable(
      Milliseconds(
        'Resolving the name. Null: it did not come to that, as with an open connection or a relay.',
      ),
    ),
    connect_ms: Nullable(
      Milliseconds(
        'Connecting, with TLS. Null: it did not come to that, as with an open connection or a relay.',
      ),
    ),
    first_byte_ms: Nullable(
      Milliseconds('From the beginning to the first byte of the answer. Null: none came.'),
    ),
    response_status: Nullable(Status),
    error_kind: Nullable(ErrorKind),
    error_detail: Nullable(Type.String({ description: 'The same in words, where there is more to say.' })),
    request_headers: Type.Record(Type.String(), Type.String(), {
      description: 'As they were sent, or would have been.',
    }),
    response_excerpt: Nullable(
      Type.String({ description: 'The first 16 KiB of the answer, or what came of it. Null: none came.' }),
    ),
  },
  { $id: 'WebhookAttempt', title: 'Webhook attempt', description: 'One try to POST a delivery.' },
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;

const delivery = {
  uuid: Uuid('Identifier of the delivery: the same in X-Delivery-Uuid of every attempt.'),
  created_at: Timestamp('When it was planned, with the change that caused it.'),
  updated_at: Timestamp('When it was last attempted or ended.'),
  account_uuid: Uuid('The Account of the event.', 'account'),
  subscription_uuid: Uuid('The webhook subscription.'),
  event_uuid: Uuid('The event; its body is in the events feed.', 'event'),
  event: OneOf(EVENT_NAMES, 'Name of the event.'),
  record_uuid: Nullable(
    Uuid(
      'The record, Account or Login that the event is about. Null: you have no Login to its Account any more.',
    ),
  ),
  record_name: Nullable(
    Type.String({
      description:
        'Its name or title in the event, of a Note its text up to 200 characters, of a Login the name of its User. Null: as for record_uuid, or the event has no name, its record was purged, or the body was cut.',
      examples: ['3M'],
    }),
  ),
  state: OneOf([...DELIVERY_STATES], 'pending: waits to be sent, or to be sent again.'),
  not_sent_reason: Nullable(OneOf([...NOT_SENT_REASONS], 'Why it was not sent. Null in the other states.')),
  not_sent_detail: Nullable(Type.String({ description: 'The same in words, where there is more to say.' })),
  attempt_count: Type.Integer({ description: 'Attempts so far.', examples: [1] }),
  next_attempt_at: Nullable(
    Timestamp(
      'When it is due. It waits longer while its receiver fails. Null: it is being sent, or has ended.',
    ),
  ),
  finished_at: Nullable(Timestamp('When it ended.')),
  response_status: Nullable(Status),
  error_kind: Nullable(ErrorKind),
};

export const WebhookDelivery = Type.Object(delivery, {
  $id: 'WebhookDelivery',
  title: 'Webhook delivery',
  description: 'One event on its way to one subscription, with the outcome of its latest attempt.',
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryWithAttempts = Type.Object(
  {
    ...delivery,
    body: Nullable(
      Type.String({
        description:
          'What every attempt sends, byte for byte as it is signed. Null: you have no Login to its Account any more, or its record was purged.',
        examples: [`{"uuid":"${EXAMPLE_UUIDS.event}","event":"client.created"}`],
      }),
    ),
    attempts: Type.Array(Type.Unsafe<WebhookAttempt>({ $ref: 'WebhookAttempt#' })),
  },
  {
    $id: 'WebhookDeliveryWithAttempts',
    title: 'Webhook delivery with its attempts',
    description: 'One event on its way to one subscription, with its body and all attempts.',
  },
);
export type WebhookDeliveryWithAttempts = Static<typeof WebhookDeliveryWithAttempts>;

export const WebhookTestCreate = Closed({
  event: Type.Optional(
    OneOf(EVENT_NAMES, 'The event whose sample is sent; one that is subscribed to when left out.'),
  ),
  url: Type.Optional(
    Text(
      2048,
      'Where it is sent, in place of the url of the subscription, such as a receiver that you still work on. The same addresses are allowed.',
      { min: 1, examples: ['https://hooks.example.com/next'] },
    ),
  ),
  newest: Type.Optional(
    Type.Boolean({
      description:
        'Whether to take the record of the newest such event that you see, among the 1,000 newest of each Account of the subscription. A sample has a record that is made up; so has an event that is about no record.',
    }),
  ),
});
export type WebhookTestCreate = Static<typeof WebhookTestCreate>;

export const WebhookTest = Type.Object(
  {
    delivery_uuid: Uuid('As sent in X-Delivery-Uuid. A test is not kept in the log.'),
    event: OneOf(EVENT_NAMES, 'Name of the event.'),
    body: JsonObject({
      description: 'What was sent: a sample, with `test: true`.',
    }),
    is_newest: Type.Boolean({
      description:
        'Whether it has the record of the newest such event. False: the record is made up; with `newest` there is no such event that you see.',
    }),
    not_sent_reason: Nullable(OneOf(['target_not_allowed', 'copy'], 'Why nothing was sent. Null: it was.')),
    not_sent_detail: Nullable(Type.String({ description: 'The same in words.' })),
    attempt: Nullable(Type.Unsafe<WebhookAttempt>({ $ref: 'WebhookAttempt#' })),
  },
  { $id: 'WebhookTest', title: 'Webhook test', description: 'What a receiver made of a sample event.' },
);
export type WebhookTest = Static<typeof WebhookTest>;

export const WebhookRecoveryCreate = Closed({
  since: GivenTime('The beginning of the range: deliveries planned then or later.'),
  until: Type.Optional(GivenTime('The end of the range: deliveries planned before. Now, when left out.')),
  only_failed: Type.Optional(
    Type.Boolean({
      description: 'Only what failed or was not sent (true when left out), or also what succeeded.',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Only count.' })),
});
export type WebhookRecoveryCreate = Static<typeof WebhookRecoveryCreate>;

export const WebhookRecovery = Type.Object(
  {
    uuid: Nullable(Uuid('Identifier of the recovery. Null in a dry run.')),
    created_at: Timestamp('When it was asked for.'),
    updated_at: Timestamp('When it last got on.'),
    subscription_uuid: Uuid('The webhook subscription.'),
    state: OneOf(['dry_run', 'running', 'finished', 'cancelled'], 'dry_run: only counted.'),
    since: Timestamp('The beginning of the range.'),
    until: Timestamp('The end of the range.'),
    only_failed: Type.Boolean({ description: 'Whether what succeeded is left out.' }),
    delivery_count: Type.Integer({
      description: 'How many deliveries there were to send again at its start.',
    }),
    recovered_count: Type.Integer({ description: 'How many of them wait to be sent, or were sent, by now.' }),
    finished_at: Nullable(Timestamp('When it ended.')),
  },
  {
    $id: 'WebhookRecovery',
    title: 'Webhook recovery',
    description: 'Sending again what a subscription missed, done by the workers step by step.',
  },
);
export type WebhookRecovery = Static<typeof WebhookRecovery>;

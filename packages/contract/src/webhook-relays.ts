import type { Static } from 'typebox';
import { EVENT_NAMES } from './events.ts';
import { Closed, Nullable, OneOf, Text, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import { ATTEMPT_ERROR_KINDS, WebhookAttempt } from './webhook-deliveries.ts';
import { WebhookSubscriptionCreate } from './webhook-subscriptions.ts';

const { url: _, enabled: __, ...optional } = WebhookSubscriptionCreate.properties;

export const WebhookRelayCreate = Closed({
  url: Text(2048, 'Where the deliveries go in the end. Only its owner calls it, so it may be anywhere.', {
    min: 1,
    pattern: '^https?://',
    examples: ['http://localhost:4000/hook'],
  }),
  ...optional,
});
export type WebhookRelayCreate = Static<typeof WebhookRelayCreate>;

const { number, request_headers } = WebhookAttempt.properties;

export const WebhookRelayDelivery = Type.Object(
  {
    uuid: Uuid('The delivery: the same in X-Delivery-Uuid.'),
    event_uuid: Uuid('The event.', 'event'),
    event: OneOf(EVENT_NAMES, 'Name of the event.'),
    number,
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'To be sent as they are, with the signatures.',
    }),
    body: Type.String({ description: 'To be sent byte for byte, in UTF-8.' }),
  },
  {
    $id: 'WebhookRelayDelivery',
    title: 'Delivery at a relay',
    description: 'A signed POST that the owner of a temporary subscription makes.',
  },
);
export type WebhookRelayDelivery = Static<typeof WebhookRelayDelivery>;

const HOUR_MS = 3_600_000;
const Duration = (description: string) =>
  Type.Integer({ minimum: 0, maximum: HOUR_MS, description, examples: [12] });

export const WebhookRelayAttempt = Closed({
  duration_ms: Duration('From the beginning to the end of the answer.'),
  first_byte_ms: Nullable(Duration('From the beginning to the first byte of the answer. Null: none came.')),
  response_status: Nullable(
    Type.Integer({
      minimum: 100,
      maximum: 599,
      description: 'HTTP status of the answer. Null: there was none.',
      examples: [200],
    }),
  ),
  error_kind: Nullable(OneOf([...ATTEMPT_ERROR_KINDS], 'Why it failed. Null: a 2xx came in time.')),
  error_detail: Nullable(Text(500, 'The same in words, where there is more to say.')),
  request_headers,
  response_excerpt: Nullable(Text(16_384, 'The first 16 KiB of the answer.')),
});
export type WebhookRelayAttempt = Static<typeof WebhookRelayAttempt>;

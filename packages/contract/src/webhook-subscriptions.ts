import type { Static } from 'typebox';
import { Closed, Lines, Nullable, OneOf, Text, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** The length of a signing secret, in characters (contract §8). */
export const SIGNING_SECRET_LENGTH = 60;

/** The maximum of subscriptions of a User: few enough that their list needs no pages. */
export const SUBSCRIPTIONS_MAX = 100;

const writable = {
  url: Text(
    2048,
    'Address that receives deliveries. https, and a public host, unless the operator allows it.',
    {
      min: 1,
      examples: ['https://hooks.example.com/rapport'],
    },
  ),
  events: Type.Array(Text(100, 'Event name, `client.*` or `*`.', { min: 1, examples: ['client.*'] }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Event kinds subscribed to: exact names, `<resource>.*`, or `*` for all.',
    examples: [['client.*']],
  }),
  description: Nullable(Lines(500, 'A note of your own', 'Sync to the warehouse')),
  account_uuids: Nullable(
    Type.Array(Uuid('An Account.', 'account'), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'Only events of these Accounts. Null: all Accounts of the User, also those joined later.',
    }),
  ),
  skip_own: Type.Boolean({
    description:
      'Do not deliver changes that this subscriber made itself: for a subscription of an application, those it made for this User; for one made with a personal access token, those made with that token; for one made on the pages, those made with any personal access token of this User. What the User changes on the pages is delivered.',
  }),
  skip_imports: Type.Boolean({
    description:
      'Do not deliver what an import makes: neither the rows of files (/api/v2/imports) nor those of POST /api/v2/{kind}/import. The feed of events has them.',
  }),
  enabled: Type.Boolean({
    description:
      'Whether deliveries are sent. Set to true once more, or with another url, what waits for a receiver that failed is sent at once.',
  }),
};

export const WebhookSubscription = Type.Object(
  {
    uuid: Uuid('Identifier of the subscription.'),
    created_at: Timestamp('When the subscription was created.'),
    updated_at: Timestamp('When the subscription last changed.'),
    signing_secret: Type.String({
      minLength: SIGNING_SECRET_LENGTH,
      maxLength: SIGNING_SECRET_LENGTH,
      description:
        'Key of the signature, made by the service. To replace it, delete the subscription and create a new one. Every answer to a token holds it, unless the operator has lost the key that it was encrypted with; the web interface, which has a session instead, never gets it.',
      examples: ['hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl'],
    }),
    ...writable,
    token_uuid: Nullable(
      Uuid(
        'The personal access token that it was made with; it goes on when that one ends. Null: it was made otherwise.',
        'token',
      ),
    ),
    disabled_reason: Nullable(
      OneOf(['by_user', 'gone', 'failing', 'grant_revoked'], 'Why the subscription is disabled.'),
    ),
    disabled_at: Nullable(Timestamp('When the subscription was disabled.')),
    failing_since: Nullable(
      Timestamp(
        'Since when every delivery attempt fails; one at a time is made meanwhile. Null: it does not.',
      ),
    ),
    next_probe_at: Nullable(
      Timestamp(
        'When the next of these attempts is made; in the past: as soon as a delivery waits. What is sent again by hand does not wait for it. Null: it does not fail.',
      ),
    ),
    failing_warning: Nullable(
      OneOf(
        ['half', 'soon'],
        'How far it is on the way to being disabled: half of the time, or nearly there.',
      ),
    ),
    disables_at: Nullable(
      Timestamp(
        'When the subscription is disabled unless a delivery or a test arrives before, or its url is changed.',
      ),
    ),
    last_outgoing_webhook_call_at: Nullable(Timestamp('Time of the latest delivery attempt.')),
  },
  {
    $id: 'WebhookSubscription',
    title: 'Webhook subscription',
    description: 'Where signed POST requests are sent when something happens in the Accounts of a User.',
  },
);
export type WebhookSubscription = Static<typeof WebhookSubscription>;

const { url, events, ...optional } = writable;

export const WebhookSubscriptionCreate = Closed({
  url,
  events,
  ...Type.Partial(Type.Object(optional)).properties,
});
export type WebhookSubscriptionCreate = Static<typeof WebhookSubscriptionCreate>;

export const WebhookSubscriptionUpdate = Closed(Type.Partial(Type.Object(writable)).properties, {
  minProperties: 1,
});
export type WebhookSubscriptionUpdate = Static<typeof WebhookSubscriptionUpdate>;

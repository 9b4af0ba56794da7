import type { Static } from 'typebox';
import { Nullable, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

const Holder = Type.Object({
  uuid: Uuid('The User.', 'user'),
  name: Type.String({ examples: ['Ada Lovelace'] }),
  email: Type.String({ examples: ['ada@example.com'] }),
});

const Application = Type.Object({
  client_id: Uuid('Client ID of the application.'),
  name: Type.String({ examples: ['Ledger Sync'] }),
  company: Type.String({ examples: ['Ledger Ltd'] }),
});

export const AccountWebhook = Type.Object(
  {
    uuid: Uuid('Identifier of the webhook subscription.'),
    user: Holder,
    application: Nullable(Application),
    origin: Type.String({
      description: 'Where it sends to, without the path, which may hold a secret.',
      examples: ['https://hooks.example.com'],
    }),
    events: Type.Array(Type.String(), { description: 'What it is told of.' }),
    enabled: Type.Boolean(),
    last_outgoing_webhook_call_at: Nullable(Timestamp('The last attempt, about whatever Account.')),
    created_at: Timestamp('When it was made.'),
  },
  {
    $id: 'AccountWebhook',
    title: 'Webhook of an Account',
    description: 'A webhook subscription of a member that is told what happens in the Account.',
  },
);
export type AccountWebhook = Static<typeof AccountWebhook>;

export const AccountToken = Type.Object(
  {
    uuid: Uuid('Identifier of the token.', 'token'),
    user: Holder,
    name: Type.String({ description: 'What it is for.', examples: ['Warehouse sync'] }),
    scope: Type.String({ description: 'What it may do, as far as its User may.', examples: ['read'] }),
    expires_at: Nullable(Timestamp('When it stops working. Null: never.')),
    last_used_at: Nullable(Timestamp('When it was last used, in whatever Account.')),
    created_at: Timestamp('When it was created.'),
  },
  {
    $id: 'AccountToken',
    title: 'Token of an Account',
    description: 'A personal access token of a member that reaches the Account.',
  },
);
export type AccountToken = Static<typeof AccountToken>;

export const AccountApplication = Type.Object(
  {
    uuid: Uuid('Identifier of the grant.'),
    user: Holder,
    application: Application,
    scope: Type.String({ description: 'What the User allowed.', examples: ['*'] }),
    last_used_at: Nullable(Timestamp('When it last made a request, about whatever Account.')),
    created_at: Timestamp('Since when it is connected.'),
  },
  {
    $id: 'AccountApplication',
    title: 'Application of an Account',
    description: 'An application that acts for a member, and so in the Account.',
  },
);
export type AccountApplication = Static<typeof AccountApplication>;

import type { Static } from 'typebox';
import { Nullable, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

export const Grant = Type.Object(
  {
    uuid: Uuid('Identifier of the grant.'),
    user_uuid: Uuid('The User who gave it.', 'user'),
    application: Type.Object({
      client_id: Uuid('Client ID of the application.'),
      name: Type.String({ examples: ['Ledger Sync'] }),
      company: Type.String({ examples: ['Ledger Ltd'] }),
    }),
    scope: Type.String({ description: 'What the User allowed.', examples: ['*'] }),
    account_uuids: Nullable(
      Type.Array(Uuid('An Account.', 'account'), {
        description: 'The Accounts that it is for. Null: all of the User, also those joined later.',
      }),
    ),
    last_used_at: Nullable(Timestamp('When the application last made a request, to within five minutes.')),
    expires_at: Nullable(
      Timestamp(
        'When its last refresh token expires. Null: it holds no tokens, and the User is only not asked again.',
      ),
    ),
    created_at: Timestamp('Since when the application is connected.'),
    updated_at: Timestamp('When the User last allowed it.'),
  },
  { $id: 'Grant', title: 'Grant', description: "One User's consent to one application." },
);
export type Grant = Static<typeof Grant>;

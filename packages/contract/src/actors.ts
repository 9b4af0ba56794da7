import type { Static } from 'typebox';
import { Nullable, OneOf, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

export const Actor = Type.Object(
  {
    type: OneOf(
      ['personal_access_token', 'oauth_access_token', 'browser_session', 'operator', 'mailbox'],
      'How the actor came in. mailbox: nobody did; it was found in the mailbox of the User.',
    ),
    uuid: Nullable(Uuid('The token or session, or the mailbox. Null for the operator.', 'token')),
    user_uuid: Nullable(Uuid('The User on whose behalf it happened. Null for the operator.', 'user')),
    name: Type.String({
      description: 'Name of the token, application or command.',
      examples: ['Warehouse sync'],
    }),
    client_id: Type.Optional(
      Type.Union(
        [
          Uuid(
            'The OAuth client_id of the application that acted for the User, by which it knows its own changes. Null: no application did. Events from before this field have none.',
          ),
          Type.Null(),
        ],
        { examples: [null] },
      ),
    ),
  },
  { $id: 'Actor', title: 'Actor', description: 'Who made the change.' },
);
export type Actor = Static<typeof Actor>;

import type { Static } from 'typebox';
import { EmailVerified, RoleField } from './accounts.ts';
import { OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

export const PendingLogin = Type.Object(
  {
    uuid: Uuid('Identifier of the pending Login.', 'login'),
    account_uuid: Uuid('The Account.', 'account'),
    account_name: Type.String({ description: 'Name of the Account.', examples: ['Lovelace Engines Ltd'] }),
    user_uuid: Uuid('The User who is to join.', 'user'),
    email: Type.String({ description: 'Their address.', examples: ['grace@example.com'] }),
    email_verified: EmailVerified,
    role: RoleField,
    status: OneOf(['pending'], 'It gives no access until the User accepts it.'),
    sender_name: Type.String({ description: 'Who adds them.', examples: ['Ada Lovelace'] }),
    expires_at: Timestamp('Until when the User can accept it.'),
    created_at: Timestamp('When they were added.'),
  },
  {
    $id: 'PendingLogin',
    title: 'Pending Login',
    description: 'A Login that its User has not accepted yet. It gives no access.',
  },
);
export type PendingLogin = Static<typeof PendingLogin>;

import type { Static } from 'typebox';
import { Closed, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

export const KeptOwner = Type.Object(
  {
    account_uuid: Uuid('The Account.', 'account'),
    user_uuid: Uuid('The User who is called so.', 'user'),
    user: Type.Object({
      uuid: Uuid('The same.', 'user'),
      name: Type.String({ description: 'Their name.', examples: ['Jim Halpert'] }),
      email: Type.String({ description: 'Their address.', examples: ['jim@example.com'] }),
    }),
    names: Type.Array(Type.String({ examples: ['Jim Halpert'] }), {
      description: 'What the files of imports called the owner.',
    }),
    counts: Type.Unsafe<Record<string, number>>(
      Type.Object(
        {},
        {
          additionalProperties: Type.Integer({ minimum: 0 }),
          description: 'The records that are theirs by that name, by kind, and are of nobody else yet.',
          examples: [{ client: 12, deal: 30 }],
        },
      ),
    ),
  },
  {
    $id: 'KeptOwner',
    title: 'Kept owner',
    description:
      'A User of the Account whom records name as their owner, since an import found nobody of that name.',
  },
);
export type KeptOwner = Static<typeof KeptOwner>;

export const KeptOwnerChoice = Closed({
  user_uuid: Uuid('The User, as in the list of kept owners.', 'user'),
});
export type KeptOwnerChoice = Static<typeof KeptOwnerChoice>;

import type { Static, TUnsafe } from 'typebox';
import { Closed, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import type { CallerField } from './record-field.ts';

const with_whom = {
  user_uuid: Type.Optional(Uuid('The User.', 'user')),
  team_uuid: Type.Optional(Uuid('The team: whoever is in it, as long as they are.')),
};
const mayChange = (more: string) => Type.Boolean({ description: `Whether they may change it, too.${more}` });

const Shared = Closed({ ...with_whom, may_change: mayChange('') });
const GivenShare = Closed({ ...with_whom, may_change: Type.Optional(mayChange(' Default: false.')) });

/** Somebody with whom a record is shared: a User or a team, one of the two. */
export type Share = Static<typeof Shared>;

export const SHARES_MAX = 20;

/** Those with whom a record is shared, for an Account where not everybody sees all. */
export function sharedWith(): CallerField<TUnsafe<Share[]>, TUnsafe<Static<typeof GivenShare>[]>> {
  const description =
    'The Users and teams who see the record, and what hangs on it, beside those who do already. It matters where the Account narrows what a role sees.';
  return {
    schema: Type.Array(Shared, { maxItems: SHARES_MAX, description }) as unknown as TUnsafe<Share[]>,
    input: Type.Array(GivenShare, { maxItems: SHARES_MAX, description }) as never,
    by: 'caller',
    type: 'shares',
    nullable: false,
    empty: [],
  };
}

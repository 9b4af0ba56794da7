import type { Static } from 'typebox';
import { AccountToWrite, Closed, Name, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** The most teams of an Account: it is for businesses of up to some fifty people. */
export const TEAMS_MAX = 50;
/** The most members of a team. */
export const TEAM_MEMBERS_MAX = 200;
/** The most teams of one User in an Account. */
export const TEAMS_OF_USER_MAX = 10;

const name = Name(100, 'Name of the team', 'North');
const member_uuids = Type.Array(Uuid('A member of the Account.', 'user'), {
  maxItems: TEAM_MEMBERS_MAX,
  uniqueItems: true,
  description: 'The Users in it, each with a Login to the Account.',
});

export const Team = Type.Object(
  {
    uuid: Uuid('Identifier of the team.'),
    account_uuid: Uuid('The Account that the team belongs to.', 'account'),
    name,
    member_uuids,
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    created_at: Timestamp('When the team was made.'),
    updated_at: Timestamp('When the team last changed.'),
  },
  {
    $id: 'Team',
    title: 'Team',
    description:
      'Members of an Account who see the records of each other, where it lets a role see those of a team.',
  },
);
export type Team = Static<typeof Team>;

export const TeamCreate = Closed({
  account_uuid: AccountToWrite,
  name,
  member_uuids: Type.Optional(member_uuids),
});
export type TeamCreate = Static<typeof TeamCreate>;

export const TeamUpdate = Closed(
  { name: Type.Optional(name), member_uuids: Type.Optional(member_uuids) },
  { minProperties: 1 },
);
export type TeamUpdate = Static<typeof TeamUpdate>;

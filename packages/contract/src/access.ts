import type { Static } from 'typebox';
import { Closed, OneOf, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import { RECORDS } from './records/all.ts';
import type { RecordDefinition } from './records/define-record.ts';

/** The roles that an Account can narrow. Admins and owners see and change all. */
export const NARROWED_ROLES = ['member', 'viewer'] as const;
export type NarrowedRole = (typeof NARROWED_ROLES)[number];

/** From the widest to the narrowest. */
export const ACCESS_LEVELS = ['all', 'team', 'own'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The kinds with levels. Tasks and notes follow the records that they are about. */
export const LEVELED_KINDS = (RECORDS as readonly RecordDefinition[])
  .filter(({ seen_by }) => seen_by === 'level')
  .map(({ name }) => name);

const level = (what: string) =>
  OneOf(
    [...ACCESS_LEVELS],
    `${what} all, those that somebody of their teams holds, or those that they hold; and those of nobody, as \`ownerless\` says.`,
  );

const levels = () =>
  Closed(
    Object.fromEntries(
      LEVELED_KINDS.map((kind) => [
        kind,
        Closed({ see: level('Which records they see:'), change: level('Which records they change:') }),
      ]),
    ),
  );

const byRole = Closed(Object.fromEntries(NARROWED_ROLES.map((role) => [role, levels()])));

/** Who sees records that nobody holds, where their role does not see all. */
export const OWNERLESS = ['everybody', 'admins'] as const;
export type Ownerless = (typeof OWNERLESS)[number];

const ownerless = (more = '') =>
  OneOf(
    [...OWNERLESS],
    `Who sees records that nobody holds, beside those whose role sees all: everybody, or only admins and owners.${more}`,
  );

export type RoleLevels = Record<string, { see: AccessLevel; change: AccessLevel }>;
export type AccessByRole = Record<NarrowedRole, RoleLevels>;

export const AccountAccess = Type.Object(
  {
    account_uuid: Uuid('The Account.', 'account'),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    levels: Type.Unsafe<AccessByRole>(byRole),
    ownerless: ownerless(),
  },
  {
    $id: 'AccountAccess',
    title: 'Access of an Account',
    description: 'Which records members and viewers of an Account see and change.',
  },
);
export type AccountAccess = Static<typeof AccountAccess>;

export const AccountAccessUpdate = Closed({
  levels: Type.Unsafe<AccessByRole>(byRole),
  ownerless: Type.Optional(ownerless(' Left out, it stays as it is.')),
});
export type AccountAccessUpdate = Static<typeof AccountAccessUpdate>;

const counts = (description: string) =>
  Closed(Object.fromEntries(LEVELED_KINDS.map((kind) => [kind, Type.Integer({ minimum: 0 })])), {
    description,
  });

/** The records that a member sees, now and with other levels. Counting stops at 10,001. */
export const SeenCounts = Type.Object(
  {
    user_uuid: Uuid('The User.', 'user'),
    name: Type.String({ description: 'Name of the User.', examples: ['Ada Lovelace'] }),
    role: OneOf([...NARROWED_ROLES], 'Their role in the Account.'),
    seen_now: Type.Unsafe<Record<string, number>>(
      counts('The records that they see now, by kind; at most 10,001.'),
    ),
    seen_then: Type.Unsafe<Record<string, number>>(counts('The records that they would see, by kind.')),
  },
  { $id: 'SeenCounts', title: 'Seen records', description: 'How many records somebody sees.' },
);
export type SeenCounts = Static<typeof SeenCounts>;

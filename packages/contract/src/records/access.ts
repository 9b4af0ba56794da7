import type { Static } from 'typebox';
import { RoleField } from '../accounts.ts';
import { Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';

/** Why somebody sees a record; the first that holds is told. */
export const SEEN_BECAUSE = [
  'role',
  'level',
  'person',
  'shared',
  'team',
  'held',
  'nobodys',
  'about',
] as const;
export type SeenBecause = (typeof SEEN_BECAUSE)[number];

export const RecordAccess = Type.Object(
  {
    may_change: Type.Boolean({ description: 'Whether you may change it.' }),
    people: Type.Array(
      Type.Object({
        user_uuid: Uuid('The User.', 'user'),
        name: Type.String({ description: 'Name of the User.', examples: ['Ada Lovelace'] }),
        role: RoleField,
        because: Type.Unsafe<SeenBecause>(
          Type.String({
            enum: [...SEEN_BECAUSE],
            description:
              'role: admins and owners see all; level: their role sees all of the kind; person: its owner, or who is to do it; ' +
              'shared: with them or a team of theirs, or what it hangs on is; team: that of a colleague; held: it hangs on a Client of theirs; nobodys: it has no owner; about: they see a record that it is about.',
          }),
        ),
      }),
      { description: 'Who sees it, by name.' },
    ),
  },
  {
    $id: 'RecordAccess',
    title: 'Access to a record',
    description: 'Who sees a record, and why.',
  },
);
export type RecordAccess = Static<typeof RecordAccess>;

/** The records of an answer that its caller sees and may not change. */
export const Unchangeable = Type.Optional(
  Type.Array(Uuid('The record.'), {
    description:
      'Those of the records that you may see and not change. Only where the Account narrows what you may change.',
  }),
);

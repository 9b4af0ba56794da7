import type { Static } from 'typebox';
import { Closed, Nullable, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

export const HandoverRequest = Closed({
  from_user_uuid: Uuid('Whose records are handed over. They may have left the Account.', 'user'),
  to_user_uuid: Uuid('Who gets them: a member, admin or owner of the Account.', 'user'),
  only_open: Type.Optional(
    Type.Boolean({ description: 'Of Deals and Tasks only those that are open. Left out: all of them.' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Only counts, and changes nothing.' })),
});
export type HandoverRequest = Static<typeof HandoverRequest>;

export const Handover = Type.Object(
  {
    account_uuid: Uuid('The Account.', 'account'),
    counts: Type.Unsafe<Record<string, number>>(
      Type.Object(
        {},
        {
          additionalProperties: Type.Integer({ minimum: 0 }),
          description: 'The records that are handed over, by kind.',
          examples: [{ client: 12, deal: 3 }],
        },
      ),
    ),
    change_uuid: Nullable(Uuid('The change, which can be taken back. Null: nothing was changed.')),
    job_uuid: Nullable(Uuid('The job that hands over the rest. Null: all is done.')),
  },
  {
    $id: 'Handover',
    title: 'Handover',
    description: 'Records of one User that another one looks after now.',
  },
);
export type Handover = Static<typeof Handover>;

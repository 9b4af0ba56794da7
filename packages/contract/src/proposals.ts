import type { Static } from 'typebox';
import type { Actor } from './actors.ts';
import { AccountToWrite, Closed, JsonObject, Lines, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import { FIELD_ERROR_CODES } from './problems.ts';
import { RECORDS } from './records/all.ts';
import type { RecordDefinition } from './records/define-record.ts';

/** The most operations in a proposal: a person reads them one by one. */
export const PROPOSED_OPERATIONS_MAX = 20;

/** The most proposals that wait for one User. */
export const OPEN_PROPOSALS_MAX = 100;

/** The time for which a proposal waits, in days. */
export const PROPOSAL_LIFETIME_DAYS = 30;

const ACTIONS = ['create', 'update'] as const;
const STATES = ['open', 'accepted', 'partly_accepted', 'declined', 'expired'] as const;
const RESOURCES = (RECORDS as readonly RecordDefinition[])
  .filter(({ read_with }) => read_with === undefined)
  .map(({ name }) => name);

const operation = {
  action: OneOf([...ACTIONS], 'What is proposed.'),
  resource: OneOf(RESOURCES, 'The kind of record.'),
};

const shown = {
  ...operation,
  uuid: Nullable(Uuid('The record; of a new one its uuid once it was accepted.', 'deal')),
  state: OneOf(['open', 'accepted', 'declined'], 'What became of it.'),
};

const facts = {
  uuid: Uuid('Identifier of the proposal.', 'proposal'),
  account_uuid: Uuid('The Account of the records.', 'account'),
  user_uuid: Uuid('The User to whom it is made: the one for whom the program acts.', 'user'),
  state: OneOf([...STATES], 'open: it waits, or a part of it does. expired: nobody decided in time.'),
  proposed_by: Type.Unsafe<Actor>({ $ref: 'Actor#' }),
  expires_at: Timestamp('Until when it can be accepted.'),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When something was last decided.'),
};

/** A proposal without a word of its records: what events tell, too. */
export const Proposal = Type.Object(
  { ...facts, operations: Type.Array(Type.Object(shown), { description: 'What is proposed, in order.' }) },
  {
    $id: 'Proposal',
    title: 'Proposal',
    description: 'Changes that a program proposes. Nothing is written before a person accepts them.',
  },
);
export type Proposal = Static<typeof Proposal>;

const Difference = Type.Object(
  {
    title: Nullable(Type.String({ description: 'What the record is called.', examples: ['New website'] })),
    version: Nullable(Type.Integer({ description: 'Its version now: send it to accept.', examples: [3] })),
    previous: Nullable(
      JsonObject({ description: 'The fields that would change, as they are now. Null: a new record.' }),
    ),
    data: Nullable(JsonObject({ description: 'The record as it would be. Null: it cannot be done.' })),
    problem: Nullable(
      Type.Object({
        code: Type.String({ examples: ['fields_invalid'] }),
        detail: Type.String({ description: 'Why it cannot be done now.' }),
        errors: Type.Array(
          Type.Object({
            pointer: Type.String(),
            code: OneOf([...FIELD_ERROR_CODES], 'The kind of fault.'),
            detail: Type.String(),
          }),
        ),
      }),
    ),
  },
  { description: 'What it would do to the record as it is now. Null: it was decided.' },
);

export const ProposalInFull = Type.Object(
  {
    ...facts,
    message: Nullable(
      Type.String({ description: 'Why, in words of the program.', examples: ['They signed.'] }),
    ),
    operations: Type.Array(
      Type.Object({
        ...shown,
        fields: JsonObject({
          description: 'The fields as they were proposed.',
          examples: [{ status: 'won' }],
        }),
        decided_at: Nullable(Timestamp('When it was decided.')),
        decided_by: Nullable(Uuid('The User who decided.', 'user')),
        change_uuid: Nullable(Uuid('The change that it became, which can be taken back.')),
        difference: Nullable(Difference),
      }),
    ),
  },
  {
    $id: 'ProposalInFull',
    title: 'Proposal in full',
    description: 'A proposal, beside its records as they are now.',
  },
);
export type ProposalInFull = Static<typeof ProposalInFull>;

export const ProposalCreate = Closed({
  account_uuid: AccountToWrite,
  message: Type.Optional(Lines(500, 'Why, for the person who decides', 'They signed.')),
  operations: Type.Array(
    Closed({
      ...operation,
      uuid: Type.Optional(Uuid('The record to update.', 'deal')),
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'Its version that you have read; needed to update.',
          examples: [3],
        }),
      ),
      fields: JsonObject({
        description: 'The fields, as for creating or changing one record.',
        examples: [{ status: 'won' }],
      }),
    }),
    { minItems: 1, maxItems: PROPOSED_OPERATIONS_MAX },
  ),
});
export type ProposalCreate = Static<typeof ProposalCreate>;

const index = Type.Integer({
  minimum: 0,
  maximum: PROPOSED_OPERATIONS_MAX - 1,
  description: 'Its place in operations, from 0.',
  examples: [0],
});

export const ProposalAccept = Closed({
  operations: Type.Array(
    Closed({
      index,
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'The version that difference told; not for a new record.',
          examples: [3],
        }),
      ),
    }),
    {
      minItems: 1,
      maxItems: PROPOSED_OPERATIONS_MAX,
      description: 'What is accepted: all of it, or a part.',
    },
  ),
});
export type ProposalAccept = Static<typeof ProposalAccept>;

export const ProposalDecline = Closed({
  operations: Type.Optional(
    Type.Array(index, {
      minItems: 1,
      maxItems: PROPOSED_OPERATIONS_MAX,
      description: 'What is declined. Left out: all that is open.',
    }),
  ),
});
export type ProposalDecline = Static<typeof ProposalDecline>;

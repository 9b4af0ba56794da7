import type { Static } from 'typebox';
import { JsonObject, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

const JOB_STATES = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const;

export const Job = Type.Object(
  {
    uuid: Uuid('Identifier of the job.'),
    type: Type.String({ description: 'What is done.', examples: ['export'] }),
    account_uuid: Nullable(Uuid('The Account whose data it is about. Null: none.', 'account')),
    subject_uuid: Nullable(
      Uuid(
        'What it works on: the import, the export, the change that it makes or takes back, the custom field, ' +
          'the tag or the webhook subscription. Null: nothing of these.',
      ),
    ),
    resource: Nullable(
      Type.String({
        description: 'The kind of record that a bulk change is about. Null: any.',
        examples: ['deal'],
      }),
    ),
    state: OneOf([...JOB_STATES], 'waiting: not begun, or put off after a failure. The last three are ends.'),
    done_count: Type.Integer({ description: 'How much is done.', examples: [1200] }),
    total_count: Nullable(
      Type.Integer({ description: 'How much there is to do. Null: not known.', examples: [5000] }),
    ),
    detail: Nullable(
      Type.String({ description: 'What it does now, or why it failed.', examples: ['Writing the deals'] }),
    ),
    result: Nullable(JsonObject({ description: 'What came of it; what is in it depends on the type.' })),
    created_at: Timestamp('When it was asked for.'),
    updated_at: Timestamp('When it last got on.'),
    finished_at: Nullable(Timestamp('When it ended. Null: it has not.')),
  },
  {
    $id: 'Job',
    title: 'Job',
    description: 'Work that goes on after the request that asked for it, step by step, in the workers.',
  },
);
export type Job = Static<typeof Job>;

import type { TArray, TString, TUnsafe } from 'typebox';
import { JsonObject, Text } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { date, reference, text, time } from './fields.ts';
import { type CallerField, ofOthers, readOnly, sameInput } from './record-field.ts';

/** The fields that every kind has: tags, owner and external id. */
export function shared(example_tag: string, example_id: string, csv: { external_id: string[] }) {
  return {
    tags: {
      ...sameInput(
        Type.Array(Text(50, 'A tag.', { min: 1, examples: [example_tag] }), {
          maxItems: 50,
          uniqueItems: true,
        }),
      ),
      type: 'tags',
      nullable: false,
      empty: [],
      filter: true,
      csv: [{ field: 'tags', names: ['tag', 'labels', 'keywords'] }],
    } as CallerField<TArray<TString>>,
    owner_uuid: reference('user', 'The User of the Account who looks after it.', {
      example: 'user',
      filter: true,
      csv: true,
    }),
    external_id: text('Your own identifier, unique in the Account. Imports update by it.', {
      max: 200,
      min: 1,
      identifies: true,
      example: example_id,
      keep_space: true,
      exact: true,
      sort: true,
      csv: csv.external_id,
    }),
  };
}

/** The custom fields: any JSON object. */
export function customFields(): CallerField<TUnsafe<Record<string, unknown>>> {
  return {
    ...sameInput(
      JsonObject({
        description:
          'Your own fields: any JSON object of at most 16 KiB. A change replaces it whole: what you leave out is gone, also what others put there.',
        examples: [{ founded: '1902' }],
      }),
    ),
    type: 'json',
    nullable: false,
    empty: {},
    keep_space: true,
    csv: [{ field: 'custom', names: [] }],
  };
}

/** The time in the system that a record was imported from. */
export function sourceTime(options: { filter?: true } = {}) {
  return {
    source_created_at: readOnly({
      ...time('When it was created in the system that it was imported from. Null: it was created here.', {
        ...options,
        csv: true,
      }),
    }),
  };
}

/**
 * The time of the last contact about a record, and the day and the time at which the next task
 * about it is due, until one of the fields `due_until` has a value.
 */
export function activity(due_until: readonly string[] = []) {
  return {
    last_activity_at: ofOthers({
      ...time(
        'When somebody last spoke or wrote with them: the latest call, meeting or e-mail about it that took place. Notes and to-dos do not count.',
        {
          sort: true,
        },
      ),
    }),
    next_task_due_on: ofOthers({
      ...date('By when the next open task about it is due. With next_task_due_at, filters go by that time.', {
        sort: true,
        instant: 'next_task_due_at',
        due_until,
      }),
    }),
    next_task_due_at: ofOthers({
      ...time('The time at which that task is due; null when it has only a day.'),
    }),
  };
}

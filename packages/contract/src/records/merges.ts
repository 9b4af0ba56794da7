import type { TObject } from 'typebox';
import { Closed, OneOf, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import type { RecordDefinition } from './define-record.ts';
import type { RecordField } from './record-field.ts';

/** Which of two records gives the value of a field. */
export type Take = 'into' | 'from';

/** The choices by field; those of `custom` may be given by its keys. */
export type Takes = Record<string, Take | Record<string, Take>>;

export type MergeRequest = { from_uuid: string; take?: Takes; dry_run?: boolean };

/** The outcome of a merge. `moved` counts the records that named the one which is gone. */
export type MergeResult = { record: { uuid: string }; moved: { resource: string; count: number }[] };

/** True for a kind whose records can be merged: its events say so. */
export function isMergeable({ events = {} }: Pick<RecordDefinition, 'events'>): boolean {
  return 'merged' in events;
}

/** The body of a request to merge two records of a kind. */
export function mergeRequestOf({ name, fields }: RecordDefinition): TObject {
  const written = Object.keys(fields).filter((field) => (fields[field] as RecordField).by === 'caller');
  const choice = OneOf(['into', 'from'] as string[], 'Whose value it gets.');
  const choiceOf = (field: string) =>
    (fields[field] as RecordField).type === 'json' ? Type.Union([choice, byKey(choice)]) : choice;
  return Closed({
    from_uuid: Uuid(`The ${name} that goes: it is deleted, and leads to this one.`),
    take: Type.Optional(
      Closed(Object.fromEntries(written.map((field) => [field, Type.Optional(choiceOf(field))])), {
        description:
          'The value of a field: into, of the one that stays, or from, of the one that goes. A field that is not named keeps its value, or gets one if it is empty; lists and custom fields get those of both. The choices of custom fields may be given by their keys. An amount and its currency come from one record.',
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'True: answer what would come of it, and change nothing.' }),
    ),
  });
}

function byKey(choice: ReturnType<typeof OneOf>) {
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: choice,
    description: 'The choices by key.',
    examples: [{ contract_number: 'from' }],
  });
}

/** The answer to it. */
export function mergeResultOf({ title, name }: RecordDefinition): TObject {
  return Type.Object({
    record: Type.Unsafe({ $ref: `${title}#` }),
    moved: Type.Array(
      Type.Object({
        resource: Type.String({ description: 'The kind of record.', examples: ['deal'] }),
        count: Type.Integer({ description: `How many name this ${name} now.`, examples: [2] }),
      }),
      { description: 'The records that named the one which is gone.' },
    ),
  });
}

import { Type } from '@rapport/contract/json-schema';
import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { TObject, TSchema } from 'typebox';
import { madeOnce } from '../../platform/made-once.ts';
import { fault } from '../fault.ts';

type Fields = Record<string, unknown>;

/**
 * The times of the source: when something happened, which the service says of what happens here.
 * The API refuses them, so that nobody writes history by hand. A file tells what has been.
 */
const timesOf = madeOnce(({ fields }: RecordDefinition): [string, RecordField][] =>
  Object.entries(fields as Record<string, RecordField>).filter(([, { by, csv }]) => by === 'service' && csv),
);

/** What a row may give: the fields that a caller writes, and the times of its source. */
export function importedSchema(definition: RecordDefinition): TSchema {
  const { properties } = definition.written_schema as unknown as TObject;
  const times = timesOf(definition).map(([name, { input }]) => [name, Type.Optional(input)]);
  return Type.Object({ ...properties, ...Object.fromEntries(times) }, { additionalProperties: false });
}

/** The faults of times that are still to come. */
export function timesToCome(definition: RecordDefinition, given: Fields, now: string): FieldError[] {
  return timesOf(definition).flatMap(([name]) => {
    const at = given[name];
    const isToCome = typeof at === 'string' && Date.parse(at) > Date.parse(now);
    return isToCome ? [fault(`/${name}`, 'too_large', 'is still to come. Write when it was.')] : [];
  });
}

/** A row of a merged record says nothing of when the one that stayed was made or ended. */
export function withoutTimes(definition: RecordDefinition, given: Fields): Fields {
  const times = new Set(timesOf(definition).map(([name]) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !times.has(name)));
}

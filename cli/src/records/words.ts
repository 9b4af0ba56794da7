import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import { fieldsOf } from './record-calls.ts';

const UUID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

/** Returns the words for a kind that its help uses. */
export function wordsOf(definition: RecordDefinition) {
  const { name, plural, fields, named_by } = definition;
  return {
    one: `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`,
    command: `npx rapport ${plural}`,
    uuid: UUID,
    setName: `--set "${named_by}=${fields[named_by].schema.examples[0]}"`,
    filter: exampleFilter(definition),
  };
}

/** Returns a condition that makes sense for the kind. */
function exampleFilter(definition: RecordDefinition): string {
  const fields = fieldsOf(definition);
  for (const [type, exampleOf] of EXAMPLES) {
    const found = fields.find(([, field]) => field.type === type && field.filter);
    if (found) return `${found[0]}=${exampleOf(found[1])}`;
  }
  throw new Error(`the list of ${definition.plural} has no filter for an example`);
}

/** A value for an example, of the types by which one filters most. */
const EXAMPLES = new Map<FieldType, (field: RecordField) => string>([
  ['choice', ({ choices }) => choices![0]!],
  ['boolean', () => 'true'],
  ['tags', () => 'vip'],
]);

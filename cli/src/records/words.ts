import type { RecordDefinition } from '@rapport/contract/records/define-record';
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
  const [name, { choices, type }] =
    fields.find(([, { type, filter }]) => filter && type === 'choice') ??
    fields.find(([, { type, filter }]) => filter && type === 'boolean') ??
    fields.find(([, { type }]) => type === 'tags')!;
  if (choices) return `${name}=${choices[0]}`;
  return type === 'boolean' ? `${name}=true` : `${name}=vip`;
}

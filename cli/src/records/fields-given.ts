import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readJson } from '../read-body.ts';
import { RepeatableOption } from '../repeatable-option.ts';
import { fieldsOf } from './record-calls.ts';

export type FieldOptions = { set?: Record<string, unknown>; data?: string };

/**
 * Returns the options `--set field=value`, which may be repeated, and `--data` for values that are
 * easier to write as JSON.
 */
export function fieldOptions(definition: RecordDefinition): Option[] {
  const set = new RepeatableOption('--set <field=value>', 'a field; nothing after = empties it').argParser(
    (text: string, fields: Record<string, unknown> = {}) => ({ ...fields, ...fieldOf(definition, text) }),
  );
  return [set, new Option('--data <body>', 'the fields as JSON, @ and the name of a file, or - for stdin')];
}

/** Returns the help for the fields of a kind and the form of their values. */
export function fieldsHelp(definition: RecordDefinition): string {
  const names = fieldsOf(definition).flatMap(([name, { by, choices }]) => {
    if (by === 'service') return [];
    return [choices ? `${name} (${choices.join(', ')})` : name];
  });
  return `
Fields: ${names.join(', ')}.
Lists take commas: --set tags=one,two. What is linked is named by its uuid, or by kind and uuid where several kinds
may stand: --set records=deal:01a0…. Anything else can be written as JSON: --set 'emails=[{"value":"…"}]'.`;
}

/** Returns the fields of both options. --set takes precedence. */
export async function fieldsGiven({ set, data }: FieldOptions, command: Command): Promise<object> {
  if (set === undefined && data === undefined) {
    command.error('There is nothing to write. Give --set field=value, or --data with JSON.');
  }
  const body = data === undefined ? {} : await readJson(data, command);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    command.error('--data must be one JSON object with the fields.');
  }
  return { ...body, ...set };
}

function fieldOf(definition: RecordDefinition, text: string): Record<string, unknown> {
  const fields = new Map(fieldsOf(definition));
  const equals = text.indexOf('=');
  const [name, value] = [text.slice(0, equals), text.slice(equals + 1)];
  if (equals < 1) throw new InvalidArgumentError('Write a field, = and a value, such as "name=Ada".');
  const field = fields.get(name);
  if (field?.by === 'caller') return { [name]: givenValue(field, value) };
  const written = [...fields].flatMap(([known, { by }]) => (by === 'caller' ? [known] : []));
  throw new InvalidArgumentError(
    `"${name}" is no field that you write in ${definition.plural}. Fields: ${written.join(', ')}.`,
  );
}

/** Returns the value in the form that the field needs. The service finds its faults. */
function givenValue(field: RecordField, text: string): unknown {
  if (text === '') return field.empty;
  if (/^[[{]/.test(text)) return parsed(text);
  const parts = text.split(',').map((part) => part.trim());
  switch (field.type) {
    case 'number':
      return Number.isNaN(Number(text)) || field.decimals ? text : Number(text);
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text);
    case 'tags':
      return parts;
    case 'points':
      return parts.map((value) => ({ value }));
    case 'links':
      return parts.map((part) => linkOf(field, part));
    default:
      return text;
  }
}

/** Reads a link: `UUID`, or `deal:UUID` when the field links several kinds. */
function linkOf({ resources, key }: RecordField, text: string): object {
  if (key !== 'uuid') return { [key!]: text };
  const [resource, uuid] = text.split(':');
  if (uuid !== undefined) return { resource, uuid };
  throw new InvalidArgumentError(`Write the kind and the uuid, such as ${resources![0]}:01a0….`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${(error as Error).message}`);
  }
}

import { EVENT_NAMES } from '../src/events.ts';

/**
 * Published packages cannot depend on this one. So the generators here write the types of the
 * resources into those packages, from the schemas that validate requests. Each written file has a
 * test that compares it with the schemas.
 */

/** The parts of JSON Schema that our resources use. */
type SchemaNode = {
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  enum?: string[];
  anyOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  required?: string[];
};

/** The line width of the formatter. */
const LINE_MAX = 110;
const COMMENT_MAX = 100;

/** Returns `export type Name = {…};` for a schema. The name is the schema's `$id` when left out. */
export function declaration(schema: object, name?: string): string {
  const node = schema as SchemaNode;
  return `${comment(node.description, '')}export type ${name ?? node.$id} = ${text(node, '')};\n`;
}

export function choiceText(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ');
}

/** Returns the TypeScript type of a schema, as text. */
export function typeText(schema: object, indent = ''): string {
  return text(schema as SchemaNode, indent);
}

function text(schema: SchemaNode, indent: string): string {
  if (schema.$ref) return schema.$ref.replace('#', '');
  if (schema.anyOf) return schema.anyOf.map((option) => text(option, indent)).join(' | ');
  if (schema.enum) return isEvents(schema.enum) ? 'EventName' : choiceText(schema.enum);
  if (schema.properties) return objectText(schema, indent);
  if (schema.type === 'array') return arrayText(text(schema.items!, indent));
  if (schema.type === 'object') return `Record<string, ${valueText(schema)}>`;
  if (['integer', 'number'].includes(schema.type ?? '')) return 'number';
  if (['string', 'boolean', 'null'].includes(schema.type ?? '')) return schema.type!;
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
}

/** True for the names of all events, which `client-resources.ts` gives one type. */
function isEvents(values: string[]): boolean {
  return values.length === EVENT_NAMES.length && values.every((value, at) => value === EVENT_NAMES[at]);
}

function objectText({ properties = {}, required = [] }: SchemaNode, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const start = `${inner}${name}${mark}:`;
    return `${comment(describe(field), inner)}${start}${wrapped(text(field, inner), start, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

/**
 * Returns a type to stand after `start`. A union that is too long for one line gets a line for each
 * value, as the formatter breaks it.
 */
export function wrapped(type: string, start: string, indent: string): string {
  const isShort = type.includes('\n') || `${start} ${type};`.length <= LINE_MAX;
  return isShort
    ? ` ${type}`
    : type
        .split(' | ')
        .map((value) => `\n${indent}  | ${value}`)
        .join('');
}

function arrayText(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

/** The type of all values of a map, or `unknown` when the schema does not say it. */
function valueText({ patternProperties = {} }: SchemaNode): string {
  const [values] = Object.values(patternProperties);
  return values?.type === undefined ? 'unknown' : text(values, '');
}

/** A nullable field carries its description on the first option of its `anyOf`. */
function describe(field: SchemaNode): string | undefined {
  return field.description ?? field.anyOf?.[0]?.description;
}

function comment(description: string | undefined, indent: string): string {
  if (description === undefined) return '';
  const line = `${indent}/** ${description} */\n`;
  if (line.length <= COMMENT_MAX + 1) return line;
  return `${indent}/**\n${inLines(description, `${indent} * `)}${indent} */\n`;
}

/** Breaks a text into lines of at most COMMENT_MAX characters, each behind `start`. */
function inLines(description: string, start: string): string {
  const lines = [start.trimEnd()];
  for (const word of description.split(' ')) {
    const isFull = `${lines.at(-1)} ${word}`.length > COMMENT_MAX;
    if (isFull) lines.push(`${start}${word}`);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines.map((line) => `${line}\n`).join('');
}

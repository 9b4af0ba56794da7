import { type ApiDescription, named, type Schema } from './description.ts';

/** How deep fields of fields are listed. What lies deeper is in the example. */
const DEPTH_MAX = 4;

/** What is said of a field by whether it is required, where it is sent and where it is read. */
const PRESENCE = {
  sent: { required: ', required', optional: '' },
  read: { required: '', optional: ', not always there' },
};
type Presence = (typeof PRESENCE)[keyof typeof PRESENCE];

/**
 * The fields of a schema as a nested list in Markdown: name, type, whether it is there, and what it
 * means.
 */
export function fieldList(api: ApiDescription, schema: Schema, use: keyof typeof PRESENCE): string {
  return fieldLines(api, schema, PRESENCE[use], 0).join('\n');
}

/** What a body of several ways needs: `name`, or `first_name`. Null: it has one way. */
export function waysOf(api: ApiDescription, schema: Schema): string | null {
  const { anyOf = [] } = named(api, schema);
  const ways = anyOf.flatMap(({ required, type }) => (required && !type ? [required] : []));
  if (ways.length < 2) return null;
  return `Needs ${ways.map((names) => names.map(code).join(' and ')).join(', or ')}.`;
}

/** A type in words: `string (uuid) or null`, `list of object, at most 20`. */
export function typeOf(api: ApiDescription, schema: Schema): string {
  const whole = named(api, schema);
  const bounds = [whole, ...optionsOf(whole)].map(boundsOf).find((one) => one !== '');
  return `${kindOf(api, whole)}${bounds ?? ''}`;
}

function kindOf(api: ApiDescription, schema: Schema): string {
  const whole = named(api, schema);
  if (whole.oneOf) return 'one of the [events](/docs/events)';
  const options = optionsOf(whole);
  if (options.length > 0) return [...new Set(options.map((one) => kindOf(api, one)))].join(' or ');
  if (whole.enum) return whole.enum.map((value) => code(String(value))).join(', ');
  if (whole.type === 'array') return `list of ${kindOf(api, whole.items ?? {})}`;
  return `${whole.type ?? 'any value'}${whole.format ? ` (${whole.format})` : ''}`;
}

function fieldLines(api: ApiDescription, schema: Schema, presence: Presence, depth: number): string[] {
  if (depth > DEPTH_MAX) return [];
  const { properties = {}, required = [] } = objectIn(api, schema);
  return Object.entries(properties).flatMap(([name, field]) => [
    `${'  '.repeat(depth)}- ${fieldLine(api, name, field, presence[required.includes(name) ? 'required' : 'optional'])}`,
    ...fieldLines(api, field, presence, depth + 1),
  ]);
}

function fieldLine(api: ApiDescription, name: string, field: Schema, presence: string): string {
  const whole = named(api, field);
  const about = [whole, ...optionsOf(whole)].find(({ description }) => description)?.description;
  const fallback = whole.default === undefined ? '' : ` Default: ${code(JSON.stringify(whole.default))}.`;
  return `${code(name)} ${typeOf(api, field)}${presence}: ${about ?? ''}${fallback}`
    .replace(/: $/, '')
    .replaceAll(/\s+/g, ' ');
}

/** The object whose fields are meant: of a list its items, of a choice the first that is one. */
function objectIn(api: ApiDescription, schema: Schema): Schema {
  const whole = named(api, schema);
  if (whole.properties) return whole;
  if (whole.items) return objectIn(api, whole.items);
  const objects = optionsOf(whole).map((one) => objectIn(api, one));
  return objects.find(({ properties }) => properties) ?? {};
}

/** The choices of a schema; not those that only say which fields are needed together. */
function optionsOf({ anyOf = [] }: Schema): Schema[] {
  return anyOf.filter((one) => one.type ?? one.$ref ?? one.anyOf ?? one.enum);
}

function boundsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const [least, most] = [minimum ?? minLength ?? minItems ?? 0, maximum ?? maxLength ?? maxItems];
  const what = maxLength === undefined ? '' : ' characters';
  if (most === undefined) return least > 0 ? `, at least ${least}${what}` : '';
  if (minimum !== undefined) return `, ${least} to ${most}`;
  return least === most ? `, ${most}${what}` : `, at most ${most}${what}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

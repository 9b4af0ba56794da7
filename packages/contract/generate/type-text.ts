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

/** Types by what they are, so that each is written once and named wherever it stands again. */
export type Known = Map<string, string>;

/** The schemas by which a type may be said, under their names. */
export function knownTypes(schemas: Record<string, object>): Known {
  return new Map(Object.entries(schemas).map(([name, schema]) => [shapeOf(schema as SchemaNode), name]));
}

/**
 * Returns `export type Name = {…};` for a schema. The name is the schema's `$id` when left out.
 * Properties that the `base` has as well are taken from its type; only the others are written.
 */
export function declaration(
  schema: object,
  name?: string,
  known: Known = new Map(),
  base?: { name: string; schema: object },
): string {
  const node = schema as SchemaNode;
  const start = `${comment(node.description, '')}export type ${name ?? node.$id} =`;
  const taken = base ? takenFrom(node, base.schema, base.name) : [];
  if (taken.length === 0) return `${start}${wrapped(objectOr(node, '', known), start, '')};\n`;
  const keys = taken.flatMap(({ keys }) => keys);
  const rest = Object.entries(node.properties!).filter(([key]) => !keys.includes(key));
  const own = { ...node, properties: Object.fromEntries(rest) };
  const more = rest.length > 0 ? text(own, '', known) : null;
  const end = more === null ? ';' : ' & {';
  const types = taken.map(({ type }) => inLinesOf(type, start.split('\n').at(-1)!.length + 1 + end.length));
  return `${start} ${[...types, ...(more === null ? [] : [more])].join(' & ')};\n`;
}

/** A type with its arguments. */
type Generic = { of: string; args: (string | Generic)[] };
type Taken = { keys: string[]; type: string | Generic };

/** A type on one line, or as the formatter breaks it where the line has only the rest of `used`. */
function inLinesOf(type: string | Generic, used: number, indent = ''): string {
  const line = flat(type);
  if (used + line.length <= LINE_MAX) return line;
  const inner = `${indent}  `;
  if (typeof type === 'string') return `| ${type.replaceAll(' | ', `\n${indent}| `)}`;
  const args = type.args.map((arg) => `${inner}${inLinesOf(arg, inner.length, inner)}`);
  return `${type.of}<\n${args.join(',\n')}\n${indent}>`;
}

function flat(type: string | Generic): string {
  return typeof type === 'string' ? type : `${type.of}<${type.args.map(flat).join(', ')}>`;
}

/** The properties that a schema has in common with its base: as they are there, and optional. */
function takenFrom(node: SchemaNode, base: SchemaNode, name: string): Taken[] {
  const [mine, theirs] = [node.properties ?? {}, base.properties ?? {}];
  const common = Object.keys(mine).filter((key) => {
    const other = theirs[key];
    return other && JSON.stringify(reduced(mine[key]!)) === JSON.stringify(reduced(other));
  });
  const isAsThere = (key: string) => node.required?.includes(key) === base.required?.includes(key);
  const same = common.filter(isAsThere);
  const optional = common.filter((key) => !isAsThere(key) && !node.required?.includes(key));
  const isAll = same.length === Object.keys(theirs).length;
  return [
    { keys: same, type: isAll ? name : pick(name, same) },
    { keys: optional, type: { of: 'Partial', args: [pick(name, optional)] } },
  ].filter(({ keys }) => keys.length >= TAKEN_MIN);
}

/** Fewer common properties are written again. */
const TAKEN_MIN = 3;

function pick(name: string, keys: string[]): Generic {
  return { of: 'Pick', args: [name, choiceText(keys)] };
}

/** A schema as its type tells it: what is checked beyond the type does not count. */
function reduced(schema: SchemaNode): object {
  const { $ref, description, type, enum: values, anyOf, items, properties } = schema;
  const { patternProperties, required } = schema;
  return {
    ...($ref ? { $ref } : { description, type, values, patternProperties, required }),
    anyOf: anyOf?.map(reduced),
    items: items && reduced(items),
    properties: properties && Object.entries(properties).map(([key, node]) => [key, reduced(node)]),
  };
}

function shapeOf(schema: SchemaNode): string {
  return JSON.stringify({ ...reduced(schema), description: undefined });
}

export function choiceText(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ');
}

/** Returns the TypeScript type of a schema, as text. */
export function typeText(schema: object, indent = '', known: Known = new Map()): string {
  return text(schema as SchemaNode, indent, known);
}

function text(schema: SchemaNode, indent: string, known: Known): string {
  if (schema.$ref) return schema.$ref.replace('#', '');
  return known.get(shapeOf(schema)) ?? objectOr(schema, indent, known);
}

function objectOr(schema: SchemaNode, indent: string, known: Known): string {
  if (schema.anyOf) return schema.anyOf.map((option) => text(option, indent, known)).join(' | ');
  if (schema.enum) return choiceText(schema.enum);
  if (schema.properties) return objectText(schema, indent, known);
  if (schema.type === 'array') return arrayText(text(schema.items!, indent, known));
  if (schema.type === 'object') return `Record<string, ${valueText(schema)}>`;
  if (['integer', 'number'].includes(schema.type ?? '')) return 'number';
  if (['string', 'boolean', 'null'].includes(schema.type ?? '')) return schema.type!;
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
}

function objectText({ properties = {}, required = [] }: SchemaNode, indent: string, known: Known): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const start = `${inner}${name}${mark}:`;
    return `${comment(describe(field), inner)}${start}${wrapped(text(field, inner, known), start, inner)};\n`;
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
  return values?.type === undefined ? 'unknown' : text(values, '', new Map());
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

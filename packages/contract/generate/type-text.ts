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

/** Types under their names, so that each is written once and named wherever it stands again. */
export type Known = {
  /** By what they are. */
  whole: Map<string, string>;
  /** Those whose properties other types have beside their own. */
  parts: Record<string, SchemaNode>;
};

/** The schemas by which a type may be said: as a whole or, with the `parts`, in part. */
export function knownTypes(schemas: Record<string, object>, parts: Record<string, object> = {}): Known {
  const named = Object.entries(schemas as Record<string, SchemaNode>);
  const whole = named.map(([name, schema]): [string, string] => [shapeOf(schema), name]);
  const partial = named
    .filter(([, { required }]) => required)
    .map(([name, schema]): [string, string] => [
      shapeOf({ ...schema, required: undefined }),
      `Partial<${name}>`,
    ]);
  return { whole: new Map([...partial, ...whole]), parts };
}

/**
 * Returns `export type Name = {…};` for a schema. The name is the schema's `$id` when left out.
 * Properties that the `base` has as well are taken from its type; only the others are written.
 */
export function declaration(schema: object, name?: string, known = knownTypes({}), base?: Named): string {
  const node = schema as SchemaNode;
  const others = Object.entries(known.parts).filter(([part]) => part !== name);
  const type = objectOr(node, { ...known, parts: Object.fromEntries(others) }, base);
  return `${comment(node.description)}export type ${name ?? node.$id} = ${type};\n`;
}

type Named = { name: string; schema: object };
type Taken = { keys: string[]; type: string };

/** The properties that a schema has in common with its base: as they are there, and optional. */
function takenFrom(node: SchemaNode, base: SchemaNode, name: string): Taken[] {
  const common = commonKeys(node, base);
  const same = common.filter((key) => isAsThere(key, node, base));
  const optional = common.filter((key) => !same.includes(key) && !node.required?.includes(key));
  const isAll = same.length === Object.keys(base.properties ?? {}).length;
  return [
    { keys: same, type: isAll ? name : pick(name, same) },
    { keys: optional, type: `Partial<${pick(name, optional)}>` },
  ].filter(({ keys }) => keys.length >= TAKEN_MIN);
}

/** Fewer common properties are written again. */
const TAKEN_MIN = 3;

/** The known parts of which a schema has all properties. */
function partsOf(node: SchemaNode, { parts }: Known): Taken[] {
  return Object.entries(parts).flatMap(([type, part]) => {
    const keys = commonKeys(node, part).filter((key) => isAsThere(key, node, part));
    return keys.length === Object.keys(part.properties ?? {}).length ? [{ keys, type }] : [];
  });
}

function commonKeys(node: SchemaNode, base: SchemaNode): string[] {
  const [mine, theirs] = [node.properties ?? {}, base.properties ?? {}];
  return Object.keys(mine).filter((key) => {
    const other = theirs[key];
    return other && JSON.stringify(reduced(mine[key]!)) === JSON.stringify(reduced(other));
  });
}

function isAsThere(key: string, node: SchemaNode, base: SchemaNode): boolean {
  return node.required?.includes(key) === base.required?.includes(key);
}

function pick(name: string, keys: string[]): string {
  return `Pick<${name}, ${choiceText(keys)}>`;
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

/** The type of one of some values; of none, `never`. */
export function choiceText(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ') || 'never';
}

/** Returns the TypeScript type of a schema, as text. */
export function typeText(schema: object, known = knownTypes({})): string {
  const node = schema as SchemaNode;
  if (node.$ref) return node.$ref.replace('#', '');
  return known.whole.get(shapeOf(node)) ?? objectOr(node, known);
}

function objectOr(schema: SchemaNode, known: Known, base?: Named): string {
  if (schema.anyOf) return schema.anyOf.map((option) => typeText(option, known)).join(' | ');
  if (schema.enum) return choiceText(schema.enum);
  if (schema.properties) return objectText(schema, known, base);
  if (schema.type === 'array') return arrayText(typeText(schema.items!, known));
  if (schema.type === 'object') return `Record<string, ${valueText(schema)}>`;
  if (['integer', 'number'].includes(schema.type ?? '')) return 'number';
  if (['string', 'boolean', 'null'].includes(schema.type ?? '')) return schema.type!;
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
}

function objectText(node: SchemaNode, known: Known, base?: Named): string {
  const taken = [...(base ? takenFrom(node, base.schema, base.name) : []), ...partsOf(node, known)];
  const keys = taken.flatMap(({ keys }) => keys);
  const own = Object.entries(node.properties!)
    .filter(([name]) => !keys.includes(name))
    .map(([name, field]) => {
      const mark = node.required?.includes(name) ? '' : '?';
      return `\n${comment(describe(field))}${name}${mark}: ${typeText(field, known)};`;
    });
  const types = taken.map(({ type }) => type);
  return [...types, ...(own.length > 0 ? [`{${own.join('')}\n}`] : [])].join(' & ');
}

function arrayText(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

/** The type of all values of a map, or `unknown` when the schema does not say it. */
function valueText({ patternProperties = {} }: SchemaNode): string {
  const [values] = Object.values(patternProperties);
  return values?.type === undefined ? 'unknown' : typeText(values);
}

/** A nullable field carries its description on the first option of its `anyOf`. */
function describe(field: SchemaNode): string | undefined {
  return field.description ?? field.anyOf?.[0]?.description;
}

function comment(description: string | undefined): string {
  return description === undefined ? '' : `/** ${description} */\n`;
}

import type { Type as TypeBox } from 'typebox';

/** What we use of TypeBox. */
type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;

type Schema = Record<string, unknown>;

/** The schemas that `Optional` made. JSON Schema says it at the object, not at the property. */
const OPTIONAL = new WeakSet<Schema>();

const plain = (type: string) => (options?: Schema) => ({ type, ...options });

/**
 * Builds JSON Schema with the types of TypeBox and without its code, whose 270 modules take 10 MB
 * of every process (docs/decisions/0058-memory-of-a-process.md).
 */
export const Type = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: plain('boolean'),
  Integer: plain('integer'),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: plain('null'),
  Number: plain('number'),
  Object: objectOf,
  Optional: optional,
  Partial: ({ properties }: { properties: Record<string, Schema> }, options?: Schema) =>
    objectOf(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, optional(schema)])),
      options,
    ),
  Record: (_key: Schema, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: plain('string'),
  Union: (anyOf: Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => schema,
} as unknown as Builders;

function objectOf(properties: Record<string, Schema>, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !OPTIONAL.has(properties[name]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function optional(schema: Schema): Schema {
  const copy = { ...schema };
  OPTIONAL.add(copy);
  return copy;
}

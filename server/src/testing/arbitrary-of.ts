import fc from 'fast-check';
import type { Description } from './described-answers.ts';

/** The parts of JSON Schema that the API description uses. */
type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: object;
};

/** Long texts and lists only cost time: `hostileRequests` tries the limits. */
const LENGTH_MAX = 40;

/** Text without NUL, which the API refuses everywhere. */
const storableText = (min: number, max: number) =>
  fc
    .string({ unit: 'binary', minLength: min, maxLength: Math.max(min, Math.min(max, LENGTH_MAX)) })
    .map((text) => text.replaceAll('\0', '0'));

/** An object without the key `__proto__`, which the API refuses. */
const jsonObject = fc
  .dictionary(storableText(0, 10), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
  .map((object) => JSON.parse(JSON.stringify(object).replaceAll('__proto__', 'proto')));

/**
 * The values to choose from. `uuid`: values for a uuid. `text`: values for a text, because the
 * schema does not describe URLs or events. `spoiled`: values that may replace any other.
 */
export type Choices = {
  uuid?: fc.Arbitrary<string>;
  text?: fc.Arbitrary<string>;
  spoiled?: fc.Arbitrary<unknown>;
};

/**
 * Values that fit a schema of the API description. With `spoiled`, a part of the value or all of it
 * is replaced by a wrong one.
 */
export function arbitraryOf(
  schema: unknown,
  description: Description,
  choices: Choices = {},
): fc.Arbitrary<unknown> {
  const fitting = fittingValue(schema as Schema, description, choices);
  const { spoiled } = choices;
  return spoiled ? fc.oneof({ weight: 50, arbitrary: fitting }, { weight: 1, arbitrary: spoiled }) : fitting;
}

function fittingValue(schema: Schema, description: Description, choices: Choices): fc.Arbitrary<unknown> {
  const inner = (part: unknown) => arbitraryOf(part, description, choices);
  if (schema.$ref) return inner(description.components.schemas[schema.$ref.split('/').at(-1)!]);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  switch (schema.type) {
    case 'string':
      return textOf(schema, choices);
    case 'integer':
      return fc.integer({ min: schema.minimum, max: schema.maximum });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const size = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 5, 5) };
      return schema.uniqueItems
        ? fc.uniqueArray(inner(schema.items), size)
        : fc.array(inner(schema.items), size);
    }
    case 'object':
      if (!schema.properties) return jsonObject;
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, inner(field)])),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return fc.jsonValue();
  }
}

function textOf(schema: Schema, { uuid = fc.uuid(), text }: Choices): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = LENGTH_MAX } = schema;
  if (format === 'uuid') return uuid;
  if (format === 'date-time' || format === 'date-or-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'currency-code') return fc.constantFrom('EUR', 'JPY', 'KWD');
  if (format === 'time-zone') return fc.constantFrom('UTC', 'Asia/Kolkata', 'Pacific/Kiritimati');
  if (pattern) {
    const whole = new RegExp(pattern, 'u');
    // fast-check cannot make texts for a lookahead, so that the filter judges it.
    const withoutLookahead = new RegExp(pattern.replaceAll(/\(\?[!=].*?\)/g, ''), 'u');
    return fc.stringMatching(withoutLookahead).filter((text) => whole.test(text) && text.length <= maxLength);
  }
  const any = storableText(minLength, maxLength);
  return text ? fc.oneof(any, text) : any;
}

import { EMAIL_PATTERN, NAME_PATTERN } from '@rapport/contract/fields';
import { trimmed } from '@rapport/contract/unseen';
import { addressOf } from '../../email.ts';

type Schema = {
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

type Clean = (value: unknown) => unknown;

/**
 * What cleans the values of a schema of the signs that nobody sees and that come along with what is
 * copied: names at both ends, addresses everywhere. Null when it has neither.
 */
export function cleanerOf(schema: object, name = ''): Clean | null {
  const { pattern, properties, items, anyOf } = schema as Schema;
  if (pattern === EMAIL_PATTERN || name === 'email') return (value) => ofText(value, addressOf);
  if (pattern === NAME_PATTERN) return (value) => ofText(value, trimmed);
  if (anyOf) return anyOf.map((one) => cleanerOf(one, name)).find((clean) => clean !== null) ?? null;
  if (items) {
    const clean = cleanerOf(items);
    return clean && ((value) => (Array.isArray(value) ? value.map(clean) : value));
  }
  const cleaners = Object.entries(properties ?? {}).flatMap(([key, one]) => {
    const clean = cleanerOf(one, key);
    return clean ? [[key, clean] as const] : [];
  });
  return cleaners.length === 0 ? null : (value) => ofObject(value, cleaners);
}

function ofText(value: unknown, clean: (text: string) => string): unknown {
  return typeof value === 'string' ? clean(value) : value;
}

function ofObject(value: unknown, cleaners: (readonly [string, Clean])[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const cleaned = value as Record<string, unknown>;
  for (const [key, clean] of cleaners) {
    if (Object.hasOwn(cleaned, key)) cleaned[key] = clean(cleaned[key]);
  }
  return cleaned;
}

import {
  ADDRESS_OR_DOMAIN_PATTERN,
  EMAIL_PATTERN,
  HOST_PATTERN,
  LINE_PATTERN,
  LINES_PATTERN,
  NAME_PATTERN,
} from '@rapport/contract/fields';
import { trimmed, withPlainBreaks } from '@rapport/contract/unseen';
import { addressOf } from '../../email.ts';

type Schema = {
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

type Clean = (value: unknown) => unknown;

/** How a text is cleaned, by its pattern. */
const CLEANED_BY: Record<string, (text: string) => string> = {
  [EMAIL_PATTERN]: addressOf,
  [ADDRESS_OR_DOMAIN_PATTERN]: addressOf,
  [HOST_PATTERN]: addressOf,
  [NAME_PATTERN]: trimmed,
  [LINE_PATTERN]: trimmed,
  [LINES_PATTERN]: withPlainBreaks,
};

/**
 * What cleans the values of a schema of the signs that nobody sees and that come along with what is
 * copied: names at both ends, addresses everywhere. Lines end as people see it. Null when it has
 * none of these.
 */
export function cleanerOf(schema: object, name = ''): Clean | null {
  const { pattern, properties, items, anyOf } = schema as Schema;
  const clean = name === 'email' ? addressOf : CLEANED_BY[pattern ?? ''];
  if (clean) return (value) => ofText(value, clean);
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

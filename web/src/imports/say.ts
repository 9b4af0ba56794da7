import { type ImportSummary, ROW_OUTCOMES } from '@rapport/contract/imports';
import { sayDay } from '../layout/say-day.ts';
import { imports as texts } from '../texts/imports.ts';

/** `980 created, 12 changed, 1 refused`: the outcomes that occur, or 0 created. */
export function sayCounts({ counts }: Pick<ImportSummary, 'counts'>): string {
  const said = ROW_OUTCOMES.filter((outcome) => counts[outcome] > 0);
  return (said.length > 0 ? said : (['created'] as const))
    .map((outcome) => texts.outcomes(outcome, counts[outcome]))
    .join(', ');
}

/** A day, or a time of the API. */
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d.*)?$/;

/**
 * A value of a previewed row in one line: `ann@example.com (work)`. `names` has the names of Users
 * and stages by uuid.
 */
export function sayValue(value: unknown, names: Record<string, string>): string {
  if (Array.isArray(value)) return value.map((one) => sayValue(one, names)).join('; ');
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string' && TIME.test(value)) return sayDay(value);
  if (typeof value !== 'object' || value === null) return names[String(value)] ?? String(value ?? '');
  const { value: own, label, street, postal_code, city, ...parts } = value as Record<string, unknown>;
  const place = [postal_code, city].filter(Boolean).join(' ');
  const text = own === undefined ? sayParts({ street, place, ...parts }, names) : String(own);
  return typeof label === 'string' && label !== '' ? `${text} (${label})` : text;
}

function sayParts(parts: Record<string, unknown>, names: Record<string, string>): string {
  return Object.values(parts)
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => sayValue(part, names))
    .join(', ');
}

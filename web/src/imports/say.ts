import { type ImportSummary, ROW_OUTCOMES } from '@rapport/contract/imports';
import { imports as texts } from '../texts/imports.ts';

/** `980 created, 12 changed, 1 refused`: the outcomes that occur, or 0 created. */
export function sayCounts({ counts }: Pick<ImportSummary, 'counts'>): string {
  const said = ROW_OUTCOMES.filter((outcome) => counts[outcome] > 0);
  return (said.length > 0 ? said : (['created'] as const))
    .map((outcome) => texts.outcomes(outcome, counts[outcome]))
    .join(', ');
}

/**
 * A value of a previewed row in one line: `ann@example.com (work)`. `names` has the names of Users
 * and stages by uuid.
 */
export function sayValue(value: unknown, names: Record<string, string>): string {
  if (Array.isArray(value)) return value.map((one) => sayValue(one, names)).join('; ');
  if (typeof value !== 'object' || value === null) return names[String(value)] ?? String(value ?? '');
  const { value: own, label, ...parts } = value as Record<string, unknown>;
  const text = own === undefined ? sayParts(parts, names) : String(own);
  return typeof label === 'string' && label !== '' ? `${text} (${label})` : text;
}

function sayParts(parts: Record<string, unknown>, names: Record<string, string>): string {
  return Object.values(parts)
    .filter((part) => part !== null && part !== '')
    .map((part) => sayValue(part, names))
    .join(', ');
}

import { isDeepStrictEqual } from 'node:util';

/**
 * The names and old values of the fields that differ, without `updated_at` and `version`. Null when
 * no field differs. The order of keys does not count: jsonb has its own.
 */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> | null {
  const previous: Record<string, unknown> = {};
  for (const field of Object.keys(after)) {
    if (field === 'updated_at' || field === 'version') continue;
    if (!isDeepStrictEqual(before[field], after[field])) previous[field] = before[field];
  }
  return Object.keys(previous).length > 0 ? previous : null;
}

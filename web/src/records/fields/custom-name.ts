import type { RecordData } from '../data.ts';

/** The prefix in names of columns and filters of custom fields. No other name contains a dot. */
export const CUSTOM_PREFIX = 'custom.';

export function isCustom(name: string): boolean {
  return name.startsWith(CUSTOM_PREFIX);
}

export function labelOfCustom(name: string): string {
  return name.slice(CUSTOM_PREFIX.length);
}

/** Returns the keys of the custom fields of these records, in alphabetical order. */
export function customKeysOf(records: Pick<RecordData, 'custom'>[]): string[] {
  const keys = new Set(records.flatMap(({ custom }) => Object.keys(custom)));
  return [...keys].sort((a, b) => a.localeCompare(b));
}

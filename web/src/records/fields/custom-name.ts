/** The prefix in names of columns and filters of custom fields. No other name contains a dot. */
export const CUSTOM_PREFIX = 'custom.';

export function isCustom(name: string): boolean {
  return name.startsWith(CUSTOM_PREFIX);
}

/** Returns the key of a custom field. */
export function keyOfCustom(name: string): string {
  return name.slice(CUSTOM_PREFIX.length);
}

/** What the column of a custom field is called among the others, none of which has a dot; so is its filter. */
export const CUSTOM_PREFIX = 'custom.';

export function isCustom(name: string): boolean {
  return name.startsWith(CUSTOM_PREFIX);
}

export function labelOfCustom(name: string): string {
  return name.slice(CUSTOM_PREFIX.length);
}

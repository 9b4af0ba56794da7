import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';

export function isCustom(name: string): boolean {
  return name.startsWith(CUSTOM_PREFIX);
}

/** Returns the key of a custom field. */
export function keyOfCustom(name: string): string {
  return name.slice(CUSTOM_PREFIX.length);
}

/** Returns the custom fields with this value, or without it if it is undefined. */
export function withCustom(
  custom: Record<string, unknown>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const others = Object.entries(custom).filter(([other]) => other !== name);
  // Assignment would treat the name `__proto__` differently.
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

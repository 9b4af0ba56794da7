/**
 * Returns a value of a record for people: commas between the values of a list, and the values of an
 * object without their names.
 */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== false && part !== '')
    .map(([name, part]) => (part === true ? name : textOf(part)))
    .join(' ');
}

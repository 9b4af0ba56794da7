/** True for a day of the calendar: not for the 30th of February, nor for other text. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const at = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(+at) && at.toISOString().startsWith(value);
}

/** True for a time in the form of the API. */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));
}

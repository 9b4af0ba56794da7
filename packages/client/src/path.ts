/**
 * Builds a path of the API from values: `` at`/api/v2/clients/${uuid}` ``. Each value stays one
 * segment, so no value can lead to another record.
 */
export function at(texts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: texts }, ...values.map(segment));
}

function segment(value: string): string {
  // URL parsers remove `.` and `..`, also when encoded once. Encoded twice they stay, and the
  // service refuses them like any text that is no uuid.
  if (value === '.' || value === '..') return value.replaceAll('.', '%252E');
  return encodeURIComponent(value);
}

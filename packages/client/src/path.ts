/**
 * A path of the API with values in it: `` at`/api/v2/clients/${uuid}` ``. Each value stays one
 * segment, whatever it holds: it must not lead to another record.
 */
export function at(texts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: texts }, ...values.map(segment));
}

function segment(value: string): string {
  // URLs take these two out of the path, also when they are encoded once. Encoded twice the service
  // refuses them like all that is no uuid.
  if (value === '.' || value === '..') return value.replaceAll('.', '%252E');
  return encodeURIComponent(value);
}

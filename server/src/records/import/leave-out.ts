import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';

type Fields = Record<string, unknown>;

/** A hostile row must not be decided for ever: each round takes at least one value away. */
export const ROUNDS_MAX = 12;

/**
 * The fields of a row without the values at fault: one cell that says nothing sensible costs that
 * cell, not the row. Null when the record cannot be without one of them, such as its name.
 */
export function withoutFaults(
  { identifying }: RecordDefinition,
  given: Fields,
  faults: FieldError[],
): Fields | null {
  const rest = { ...given };
  for (const { pointer } of faults) {
    const [, field = '', part] = pointer.split('/').map(unescaped);
    if (!(field in rest) || identifying.includes(field)) return null;
    const value = rest[field];
    const at = Number(part);
    if (Array.isArray(value) && part !== undefined && value.length > 1 && at < value.length) {
      rest[field] = value.filter((_, place) => place !== at);
    } else if (isMap(value) && part !== undefined && part in value) {
      const { [part]: _, ...others } = value;
      rest[field] = others;
    } else if (isMap(value) && Object.keys(value).length > 1) return null;
    else delete rest[field];
  }
  return rest;
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A part of a JSON pointer as it stands in the object (RFC 6901, section 4). */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

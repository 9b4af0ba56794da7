import type { FieldError } from '@rapport/contract/problems';

/** A field error. Its sentence begins with the name of the field. */
export function fault(pointer: string, code: FieldError['code'], text: string): FieldError {
  return { pointer, code, detail: `${pointer} ${text}`.trim() };
}

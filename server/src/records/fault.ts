import type { FieldError } from '@rapport/contract/problems';

/** An error whose sentence begins with the field. */
export function fault(pointer: string, code: FieldError['code'], text: string): FieldError {
  return { pointer, code, detail: `${pointer} ${text}` };
}

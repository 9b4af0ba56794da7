import { identity as texts } from '../texts/identity.ts';

/** The fault of a name of only blanks, which a browser takes for filled in; or null. */
export function blankFault(name: string): string | null {
  return name !== '' && name.trim() === '' ? texts.notBlank : null;
}

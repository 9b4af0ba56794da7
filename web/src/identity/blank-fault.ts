import { identity as texts } from '../texts/identity.ts';

/** What is wrong with a name of blanks alone, which a browser takes for filled in; or null. */
export function blankFault(name: string): string | null {
  return name !== '' && name.trim() === '' ? texts.notBlank : null;
}

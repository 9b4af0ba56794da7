import { identity as texts } from '../texts/identity.ts';

/**
 * Returns the fault of a name that has only spaces, which browsers accept as filled in; null
 * without a fault.
 */
export function blankFault(name: string): string | null {
  return name !== '' && name.trim() === '' ? texts.notBlank : null;
}

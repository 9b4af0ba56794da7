import { isEmail } from '../../platform/email.ts';
import { domainIn } from '../../platform/host-name.ts';
import type { ColumnAnalysis } from './analysis.ts';
import type { KeptFile } from './kept-file.ts';
import type { ImportedKind, Recognised } from './presets/preset.ts';

/**
 * What the rows of a list without names of columns are, as its values say: where people have e-mail
 * addresses they are Contacts, and where names have websites they are Clients. Otherwise somebody
 * has to say it.
 */
export function kindByValues({ columns }: Pick<KeptFile, 'columns'>): ImportedKind | null {
  const meanings = columns.map(meaningOf);
  if (meanings.includes('email')) return 'contact';
  return meanings.includes('website') && meanings.some(isName) ? 'client' : null;
}

/** What the columns of such a list become, by their values. */
export function columnsByValues(
  columns: ColumnAnalysis[],
  kind: ImportedKind,
  recognised: Recognised['columns'],
): Recognised['columns'] {
  if (kind !== 'client' && kind !== 'contact') return recognised;
  const meanings = columns.map(meaningOf);
  const first = meanings.findIndex((meaning) => isName(meaning) && (kind === 'client' || meaning !== 'text'));
  // Two columns of one word each, side by side, are the parts of a name.
  const isWord = (place: number) => meanings[place] === 'word';
  const isInParts = kind === 'contact' && isWord(first) && isWord(first + 1) && !isWord(first + 2);
  return recognised.map((column, place) => {
    const meaning = meanings[place]!;
    if (isInParts && place === first) return { ...column, to: 'first_name' };
    if (isInParts && place === first + 1) return { ...column, to: 'last_name' };
    if (place === first) return { ...column, to: 'name' };
    const isPoint =
      meaning === 'email' || meaning === 'phone' || (meaning === 'website' && kind === 'client');
    return { ...column, to: isPoint ? meaning : undefined };
  });
}

type Meaning = 'email' | 'phone' | 'website' | 'word' | 'words' | 'text' | null;

function isName(meaning: Meaning): boolean {
  return meaning === 'word' || meaning === 'words' || meaning === 'text';
}

function meaningOf({ samples }: ColumnAnalysis): Meaning {
  const isEach = (fits: (sample: string) => boolean) => samples.every((sample) => fits(sample.trim()));
  if (samples.length === 0) return null;
  if (isEach(isEmail)) return 'email';
  if (isEach(isPhone)) return 'phone';
  if (isEach((sample) => !/\s/.test(sample) && sample.includes('.') && domainIn(sample) !== null))
    return 'website';
  if (isEach((sample) => /^\p{L}[\p{L}'’-]*$/u.test(sample))) return 'word';
  if (isEach((sample) => /^\p{L}[\p{L}\s.'’-]*$/u.test(sample))) return 'words';
  return isEach((sample) => /\p{L}{2}/u.test(sample)) ? 'text' : null;
}

function isPhone(sample: string): boolean {
  return /^[+(\d][\d\s()./-]{6,}$/.test(sample) && sample.replace(/\D/g, '').length >= 7;
}

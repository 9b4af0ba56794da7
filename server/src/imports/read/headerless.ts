import { isEmail } from '../../platform/email.ts';
import type { ColumnAnalysis } from './analysis.ts';
import type { KeptFile } from './kept-file.ts';

/**
 * A list without names of columns, as its values say: where people have e-mail addresses they are
 * Contacts, and the first column of words is their name. Otherwise somebody has to say it.
 */
export function knownByValues(file: KeptFile): KeptFile {
  const meanings = file.columns.map(meaningOf);
  if (!meanings.includes('email')) return file;
  const name = meanings.indexOf('word');
  const recognised = file.recognised.map((column, place) => {
    const meaning = meanings[place];
    const to = place === name ? 'name' : meaning === 'email' || meaning === 'phone' ? meaning : undefined;
    return { ...column, to };
  });
  return { ...file, kind: 'contact', recognised };
}

function meaningOf({ samples }: ColumnAnalysis): 'email' | 'phone' | 'word' | null {
  if (samples.length === 0) return null;
  if (samples.every((sample) => isEmail(sample.trim()))) return 'email';
  if (samples.every(isPhone)) return 'phone';
  return samples.every((sample) => /^\p{L}[\p{L}\s.'-]*$/u.test(sample.trim())) ? 'word' : null;
}

function isPhone(sample: string): boolean {
  return /^[+(\d][\d\s()./-]{6,}$/.test(sample.trim()) && sample.replace(/\D/g, '').length >= 7;
}

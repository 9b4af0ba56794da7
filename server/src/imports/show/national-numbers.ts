import type { ImportWarning } from '@rapport/contract/imports';
import { numberIn } from '../../crm/phones.ts';
import type { DecidedRow } from '../run/decide-row.ts';

/** Shorter ones are dialled inside a company or a country alone, such as 112. */
const DIGITS_MIN = 7;

/** The phone numbers of rows that are numbers only inside a country which they do not name. */
export function nationalNumbers(rows: DecidedRow[]): string[] {
  return rows
    .filter(({ outcome }) => outcome === 'created' || outcome === 'updated')
    .flatMap(({ given }) =>
      ((given.phones as { value: string }[] | undefined) ?? []).map(({ value }) => value),
    )
    .filter(isNational);
}

function isNational(typed: string): boolean {
  if (typed.startsWith('+') || typed.replace(/\D/g, '').length < DIGITS_MIN) return false;
  return numberIn(typed, null).e164 === undefined;
}

/** Says that these numbers stay as they are written, because the Account has no country. */
export function countryWarning(numbers: string[], isCut: boolean): ImportWarning {
  const [first, ...more] = numbers;
  const some = `${numbers.length.toLocaleString('en')}${isCut ? ' or more' : ''} phone numbers`;
  const who =
    more.length === 0 && !isCut ? `The phone number "${first}" has` : `${some}, such as "${first}", have`;
  const detail =
    `${who} no country code, and the Account has no country. What is written so stays so: a search with the code ` +
    'does not find it, and Duplicates does not compare it. Choose the country of the Account before you start.';
  return { code: 'no_country', file: null, detail, is_blocking: false };
}

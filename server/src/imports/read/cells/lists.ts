import { cutTo } from '../../../platform/cells/cut.ts';

/** Google puts several values of a cell apart like this. */
const BETWEEN = ':::';

/**
 * The values of a cell that may hold several: a JSON list as Twenty and EspoCRM write it, or texts
 * with ` ::: `, a semicolon or a line break between them. `more` are further signs between values.
 */
export function valuesIn(text: string, more: RegExp = /[;\n]/): string[] {
  const values = jsonValues(text) ?? text.split(text.includes(BETWEEN) ? BETWEEN : more);
  return values.map((value) => value.trim()).filter(Boolean);
}

/** The texts of a JSON list; of objects the number, address, url or value. */
function jsonValues(text: string): string[] | null {
  if (!/^\s*\[.*\]\s*$/s.test(text)) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(textOf) : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  const {
    number,
    callingCode,
    phoneNumber,
    emailAddress,
    url,
    name,
    value: own,
  } = value as Record<string, unknown>;
  if (typeof number === 'string') return `${typeof callingCode === 'string' ? callingCode : ''}${number}`;
  return String(phoneNumber ?? emailAddress ?? url ?? name ?? own ?? '');
}

/** Google marks labels that people chose with a star: `* work` → `work`. */
export function plainLabel(text: string): string {
  return cutTo(text.replace(/^\*\s*/, '').trim(), 50);
}

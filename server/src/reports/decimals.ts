import { decimalsOf } from '@rapport/contract/currencies';

/** More decimals than any currency has, and room for a per cent of them. */
const SCALE = 12;

/** Adds up decimal texts of any length, such as `12500.00`, without rounding. */
export function sumOf(texts: readonly string[]): string {
  return textOf(texts.reduce((sum, text) => sum + unitsOf(text), 0n));
}

/** A decimal text with the decimals of its currency, rounded half away from zero. */
export function inCurrency(text: string, currency: string | null): string {
  const decimals = decimalsOf(currency);
  const smallest = 10n ** BigInt(SCALE - decimals);
  const units = unitsOf(text);
  const half = units < 0n ? -smallest / 2n : smallest / 2n;
  return textOf(((units + half) / smallest) * smallest, decimals);
}

function unitsOf(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * 10n ** BigInt(SCALE) + BigInt(part.slice(0, SCALE).padEnd(SCALE, '0'));
  return text.startsWith('-') ? -units : units;
}

function textOf(units: bigint, decimals = SCALE): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  const part = digits.slice(-SCALE).slice(0, decimals);
  const text = decimals === 0 ? digits.slice(0, -SCALE) : `${digits.slice(0, -SCALE)}.${part}`;
  return units < 0n ? `-${text}` : text;
}

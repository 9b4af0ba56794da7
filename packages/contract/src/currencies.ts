/** The decimals of most currencies, and of an amount without a currency. */
const USUAL = 2;

/** The currencies with other decimals (ISO 4217, list one of 2024). */
const OTHERS: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
]);

/** `Intl` does not name units of account, such as the CLF. */
const KNOWN = new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(OTHERS)]);

/** True for the code of a currency, in capitals. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code);
}

/** Returns the number of decimals of a currency such as `EUR`. Without a currency, it is 2. */
export function decimalsOf(currency: unknown): number {
  return typeof currency === 'string' && Object.hasOwn(OTHERS, currency) ? OTHERS[currency]! : USUAL;
}

import { isCurrency } from '@rapport/contract/currencies';

/** What stands around amounts, in small letters, and the currencies that it may mean. */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP JMD BBD TTD BZD FJD NAD',
  us$: 'USD',
  ca$: 'CAD',
  c$: 'CAD NIO',
  au$: 'AUD',
  a$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  s$: 'SGD',
  nt$: 'TWD',
  mx$: 'MXN',
  r$: 'BRL',
  '£': 'GBP',
  '¥': 'JPY CNY',
  '￥': 'JPY CNY',
  円: 'JPY',
  元: 'CNY TWD',
  '₹': 'INR',
  rs: 'INR PKR LKR NPR MUR SCR',
  '₩': 'KRW',
  원: 'KRW',
  '₽': 'RUB',
  руб: 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  грн: 'UAH',
  '₪': 'ILS',
  '฿': 'THB',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '₸': 'KZT',
  kr: 'SEK NOK DKK ISK',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON MDL',
  лв: 'BGN',
  fr: 'CHF',
  sfr: 'CHF',
  rp: 'IDR',
  rm: 'MYR',
  r: 'ZAR',
};

const LENGTH_MAX = 8;

/**
 * The currencies that a sign or code around an amount may mean: `$` has many, `CHF` and `€` one.
 * None for a text that is no currency.
 */
export function currenciesOf(sign: string): string[] {
  const plain = sign.replace(/[\s.\u00a0\u202f]/g, '').toLowerCase();
  if (plain === '' || plain.length > LENGTH_MAX) return [];
  if (Object.hasOwn(SIGNS, plain)) return SIGNS[plain]!.split(' ');
  // `USD$` and `US$` say the same.
  const code = /^([a-z]{3})\p{Sc}?$/u.exec(plain)?.[1]?.toUpperCase();
  return code && isCurrency(code) ? [code] : [];
}

/**
 * What a sign means to people whose own currency is `home`: theirs, if it may be that, or the only
 * one that it can be. Null when only they can say, as of `$` in Europe.
 */
export function currencyMeant(sign: string, home: string | null): string | null {
  const all = currenciesOf(sign);
  if (home !== null && all.includes(home)) return home;
  return all.length === 1 ? all[0]! : null;
}

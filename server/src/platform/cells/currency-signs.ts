import { isCurrency } from '@rapport/contract/currencies';

/** What stands around amounts, in small letters, and the currencies that it may mean. */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  usdollars: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
  poundsterling: 'GBP',
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

const LENGTH_MAX = 40;

/** Languages in which lists call currencies by their names: `US Dollar`, `Schweizer Franken`. */
const LANGUAGES = 'en de fr es it pt nl sv pl'.split(' ');

/**
 * The currencies that a sign or code around an amount may mean: `$` has many, `CHF` and `€` one.
 * None for a text that is no currency.
 */
export function currenciesOf(sign: string): string[] {
  if (sign.length > LENGTH_MAX) return [];
  const plain = plainSign(sign);
  if (plain === '') return [];
  if (Object.hasOwn(SIGNS, plain)) return SIGNS[plain]!.split(' ');
  // `USD$` and `US$` say the same.
  const code = /^([a-z]{3})\p{Sc}?$/u.exec(plain)?.[1]?.toUpperCase();
  if (code && isCurrency(code)) return [code];
  return plain.length > 3 ? (named()[plain] ?? []) : [];
}

function plainSign(sign: string): string {
  return sign.replace(/[\s.\-\u00a0\u202f]/g, '').toLowerCase();
}

let names: Record<string, string[]> | null = null;

/** The currencies by their names, which are made with the first text that may be one. */
function named(): Record<string, string[]> {
  if (names) return names;
  names = Object.create(null) as Record<string, string[]>;
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'currency' });
    for (const code of Intl.supportedValuesOf('currency')) {
      const name = plainSign(display.of(code) ?? code);
      names[name] = [...new Set([...(names[name] ?? []), code])];
    }
  }
  return names;
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

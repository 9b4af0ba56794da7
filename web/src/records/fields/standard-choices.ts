import type { Field, FieldType } from './field.ts';

/** Values to choose from, with their labels. */
export type Choices = Record<string, string>;

/** The countries by ISO 3166-1 alpha-2. The browser gives their names. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** The languages by ISO 639-1, some with a country that writes them differently (BCP 47). */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-US es es-AR es-MX et eu fa fi fil fr fr-BE fr-CA fr-CH ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl nl-BE pa pl ps pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-CN zh-HK zh-TW zu';

const countryNames = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
const languageNames = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });
const currencyNames = new Intl.DisplayNames(undefined, { type: 'currency', fallback: 'code' });

export const countries = once(() => sorted(COUNTRIES.split(' '), (code) => countryNames.of(code)!));
const languages = once(() => sorted(LANGUAGES.split(' '), (code) => languageNames.of(code)!));
const currencies = once(() =>
  sorted(Intl.supportedValuesOf('currency'), (code) => `${code} · ${currencyNames.of(code)}`),
);

const STANDARD: Partial<Record<FieldType, () => Choices>> = { language: languages, currency: currencies };

/**
 * Returns the values to choose from: those of the field, or those of a standard. Undefined if the
 * value is typed.
 */
export function choicesOf(field: Field): Choices | undefined {
  return field.choices ?? STANDARD[field.type]?.();
}

/**
 * Returns the name of a country. The API accepts codes such as `GB` and names such as `Germany`.
 */
export function sayCountry(stored: string): string {
  return /^[A-Z]{2}$/.test(stored) ? (countries()[stored] ?? stored) : stored;
}

/**
 * Returns the options of a select. A stored value that is no choice becomes one, because the API
 * also accepts names of countries. It replaces a choice with the same label.
 */
export function optionsOf(choices: Choices, stored = ''): { value: string; label: string }[] {
  const options = Object.entries(choices).map(([value, label]) => ({ value, label }));
  if (stored === '' || Object.hasOwn(choices, stored)) return options;
  return [{ value: stored, label: stored }, ...options.filter(({ label }) => label !== stored)];
}

function sorted(codes: string[], nameOf: (code: string) => string): Choices {
  const named = codes.map((code) => [code, nameOf(code)] as const);
  return Object.fromEntries(named.sort(([, a], [, b]) => a.localeCompare(b)));
}

/** Computes the names at first use, because there are some hundred. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

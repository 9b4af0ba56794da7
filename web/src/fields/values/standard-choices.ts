import { countries, once, sorted } from '../../layout/standards.ts';
import { LOCALE } from '../../texts/locale.ts';

/** The languages by ISO 639-1, some with a country that writes them differently (BCP 47). */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-US es es-AR es-MX et eu fa fi fil fr fr-BE fr-CA fr-CH ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl nl-BE pa pl ps pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-CN zh-HK zh-TW zu';

const languageNames = new Intl.DisplayNames(LOCALE, { type: 'language', fallback: 'code' });

export const languages = once(() => sorted(LANGUAGES.split(' '), (code) => languageNames.of(code)!));
/**
 * Returns the name of a country. The API accepts codes such as `GB` and names such as `Germany`.
 */
export function sayCountry(stored: string): string {
  return /^[A-Z]{2}$/.test(stored) ? (countries()[stored] ?? stored) : stored;
}

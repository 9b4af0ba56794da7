/** The languages of pages and mails: BCP 47 tags without a region. The first one is the default. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * Returns the language that a browser asks for by `Accept-Language` (RFC 9110, section 12.5.4),
 * English when it asks for none of ours.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, HEADER_MAX_LENGTH).split(',').map(readRange);
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.map(({ tag }) => tag).find(isLanguage) ?? LANGUAGES[0];
}

/** Browsers send some dozen characters. */
const HEADER_MAX_LENGTH = 500;

/** Reads `de-AT;q=0.8` as its language `de` and weight 0.8. */
function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { tag: tag.split('-')[0]!.toLowerCase(), weight: Number(weight) || 0 };
}

import { type Language, languageOf } from '@rapport/contract/languages';
import type { FastifyRequest } from 'fastify';

/** Sentences of pages in another language, by the English ones. `{n}` stands for a number. */
export type Sentences = Record<string, string>;

/**
 * Says an English sentence in the language of the reader, with names for the words in braces. One
 * without a translation stays English.
 */
export type Say = { (english: string, names?: Record<string, string>): string; language: Language };

/** The language of a page: that of its User, else the one that the browser asks for. */
export function sayTo(
  { headers }: Pick<FastifyRequest, 'headers'>,
  language: Language | null,
  translations: Partial<Record<Language, Sentences>>,
): Say {
  return sayIn(language ?? languageOf(headers['accept-language']), translations);
}

function sayIn(language: Language, translations: Partial<Record<Language, Sentences>>): Say {
  const sentences = translations[language] ?? {};
  const translated = (english: string) => {
    const [number = ''] = /\d+/.exec(english) ?? [];
    return sentences[english] ?? sentences[english.replace(number, '{n}')]?.replace('{n}', number) ?? english;
  };
  const say = (english: string, names: Record<string, string> = {}) =>
    Object.entries(names).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, () => value),
      translated(english),
    );
  return Object.assign(say, { language });
}

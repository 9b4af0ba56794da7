import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@rapport/contract/languages';

// Run by `npm run translated`, and by the test of translations. No page has it.

const TEXTS = import.meta.dirname;

export const TRANSLATIONS = LANGUAGES.slice(1);

/**
 * The hash of the English that each text of a language was made from, by `file: path of the text`.
 */
type MadeFrom = Record<string, string>;

/**
 * Returns the texts whose English has changed since they were translated, with those that are new.
 */
export async function staleTexts(language: Language): Promise<string[]> {
  const [now, then] = [await hashesOf(language), madeFrom(language)];
  return Object.keys(now).filter((name) => now[name] !== then[name]);
}

/** Notes that all texts of a language say what the English ones say now. */
export async function writeMadeFrom(language: Language): Promise<void> {
  writeFileSync(lockOf(language), `${JSON.stringify(await hashesOf(language), null, 2)}\n`);
}

/**
 * Returns all texts of a language, by `file: path of the text`; those that are functions as their
 * code.
 */
export async function textsOf(language: Language): Promise<Map<string, string>> {
  const folder = language === LANGUAGES[0] ? TEXTS : join(TEXTS, language);
  const texts = new Map<string, string>();
  for (const file of readdirSync(join(TEXTS, TRANSLATIONS[0]!)).filter(isTexts)) {
    if (!existsSync(join(folder, file))) continue;
    const module = await import(join(folder, file));
    for (const [name, value] of Object.entries(module)) collect(`${file}: ${name}`, value, texts);
  }
  return texts;
}

function collect(path: string, value: unknown, texts: Map<string, string>): void {
  if (typeof value === 'object' && value !== null && !(value instanceof RegExp))
    for (const [key, inner] of Object.entries(value)) collect(`${path}.${key}`, inner, texts);
  else if (typeof value === 'string' || typeof value === 'function') texts.set(path, String(value));
}

async function hashesOf(language: Language): Promise<MadeFrom> {
  const [english, translated] = [await textsOf(LANGUAGES[0]), await textsOf(language)];
  const both = [...english].filter(([path]) => translated.has(path));
  return Object.fromEntries(both.map(([path, text]) => [path, hash(text.replace(/\s+/g, ' '))]));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

function madeFrom(language: Language): MadeFrom {
  return existsSync(lockOf(language)) ? JSON.parse(readFileSync(lockOf(language), 'utf8')) : {};
}

function lockOf(language: Language): string {
  return join(TEXTS, language, 'made-from.json');
}

function isTexts(file: string): boolean {
  return file.endsWith('.ts') && !['language.ts', 'plural.ts', 'nouns.ts', 'sentences.ts'].includes(file);
}

if (import.meta.main) for (const language of TRANSLATIONS) await writeMadeFrom(language);

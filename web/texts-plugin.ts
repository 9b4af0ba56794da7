import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LANGUAGES, type Language } from '@rapport/contract/languages';
import type { Plugin } from 'vite';

const TEXTS = join(import.meta.dirname, 'src/texts');

/**
 * Takes the texts of the pages from `src/texts/LANGUAGE/` instead of `src/texts/`, file by file,
 * and puts words into index.html: `{{nav.today}}` is `today` of `nav` in `common.ts`.
 */
export function textsIn(language: Language): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (language === LANGUAGES[0] || !source.endsWith('.ts')) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (found === null || dirname(found.id) !== TEXTS) return found;
      const own = fileIn(language, basename(found.id));
      return existsSync(own) ? own : found;
    },
    transformIndexHtml: async (html) => {
      const texts = await import(fileIn(language, 'common.ts'));
      const said = html.replaceAll(/\{\{(\w+)\.(\w+)\}\}/g, (_mark, group, key) => texts[group][key]);
      return said.replace('<html lang="en"', `<html lang="${language}"`);
    },
  };
}

function fileIn(language: Language, name: string): string {
  return language === LANGUAGES[0] ? join(TEXTS, name) : join(TEXTS, language, name);
}

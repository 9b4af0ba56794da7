import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';

const WEB = join(import.meta.dirname, '../web');
const TEXTS = join(WEB, 'src/texts');

/** Files whose words are of code, of searches or of the calendar. They stay as they are. */
const NO_TEXTS = ['day-words', 'kind-names', 'language', 'locale', 'problems', 'translations'];

/**
 * Builds the pages into `folder` in a language that nobody speaks: each text is longer by two
 * fifths and stands in brackets, so that one without them was not translated.
 */
export async function buildPseudo(folder: string): Promise<void> {
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'error',
    plugins: [pseudoTexts()],
    resolve: { alias: [{ find: /^.*\/json-schema\.ts$/, replacement: join(WEB, 'no-schemas.ts') }] },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      minify: false,
      assetsInlineLimit: 0,
      rolldownOptions: { onLog: () => {} },
    },
  });
}

/** Puts a module before each file of texts, which wraps what the file exports. */
function pseudoTexts(): Plugin {
  const files = readdirSync(TEXTS).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const wrapped = files.filter((name) => !NO_TEXTS.includes(basename(name, '.ts')));
  return {
    name: 'pseudo-texts',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('.ts') || importer?.startsWith('\0pseudo:')) return null;
      // Texts made of other texts are wrapped once, by the page that takes them.
      if (importer && dirname(importer) === TEXTS) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || dirname(found.id) !== TEXTS || !wrapped.includes(basename(found.id))) return found;
      return `\0pseudo:${found.id}`;
    },
    async load(id) {
      if (!id.startsWith('\0pseudo:')) return null;
      const path = id.slice('\0pseudo:'.length);
      const names = Object.keys(await import(path));
      const lines = names.map((name) => `export const ${name} = wrap(texts.${name});`);
      return [`import * as texts from ${JSON.stringify(path)};`, `const wrap = ${wrap};`, ...lines].join(
        '\n',
      );
    },
    // The service would write the zone and whether mails are sent into the other marks.
    transformIndexHtml: (html) =>
      html.replaceAll(/\{\{\w+\.(\w+)\}\}|__\w+__/g, (_, word) => (word ? `[${word}]` : '')),
  };
}

/** Runs in the page. Texts within texts keep their place; what a function returns is wrapped. */
function wrap(value: unknown): unknown {
  const longer = (text: string) => {
    const bare = text.replaceAll(/[[\]]/g, '');
    const letters = bare.replace(/\s/g, '').length;
    return /\p{L}{2}/u.test(bare) ? `[${bare}${' ·'.repeat(Math.ceil(letters / 5))}]` : text;
  };
  const deep = (inner: unknown, key = ''): unknown => {
    // Words of searches, patterns, addresses and what is stored are no texts.
    if (/^(words|pattern|pages|writing|value|lostReasons|rowLabels)$|Words$/.test(key)) return inner;
    if (typeof inner === 'string') return longer(inner);
    if (typeof inner === 'function')
      return (...given: unknown[]) => deep((inner as (...given: unknown[]) => unknown)(...given));
    if (Array.isArray(inner)) return inner.map((one) => deep(one));
    if (typeof inner !== 'object' || inner === null || Object.getPrototypeOf(inner) !== Object.prototype)
      return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, deep(one, name)]));
  };
  return deep(value);
}

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LANGUAGES, type Language } from '@rapport/contract/languages';
import { transform } from 'lightningcss';
import { build } from 'vite';
import { KINDS_IN_MENU, KINDS_WITH_PAGES, type Kind } from './src/fields/kinds.ts';
import { startOf } from './src/starts.ts';
import { textsIn } from './texts-plugin.ts';

/**
 * Builds the pages into web/dist, once for each language, with every file compressed once. Builds
 * into a second folder and then renames it, so that a starting server never sees half of the pages.
 */
const web = import.meta.dirname;

/**
 * The pages consist of few files, because each costs a round trip, and a browser requests six at a
 * time. The table of records shares a file with the code of every page.
 */
const GROUPS = [
  { name: 'base', test: /web.src.((main|lists.table.records-page)\.tsx|\w+.view\.ts)$/, priority: 4 },
  // Every page loads these as soon as it is shown: dialogs, notices, menus and choices. The inputs
  // of fields are made of the same.
  {
    name: 'later',
    test: /web.src.(palette-pages|palette.palette|user-menu|notifications.bell|layout.(modal|menu|notices|keyboard-help)|accounts.account-select|identity.(sign-in-again|password-dialog)|lists.(live.live-pages|saved.view-menu-items|filters.(filter-popover|pill-popover)|table.(column-popover|more-popover)))\.tsx$|@mantine.core.+components.(Combobox|Popover|ScrollArea|Select)\b|@floating-ui/,
    priority: 3.5,
  },
  // What pages of settings, reports and records share. Without it a page of settings would load
  // that of a record, for one button.
  {
    name: 'parts',
    test: /@mantine.core|web.src.(layout.(page|section|rows|more-button|confirm-button|copy-field|searched-select|with-faces|record-problem|until-read)|accounts.(no-account|pending-logins)|fields.(target-account|inputs.day-input)|api.settled)\.tsx?$/,
    priority: 3.3,
  },
  // The inputs of fields. A list needs them once a cell or a filter is edited, and a record at
  // once.
  {
    name: 'later-inputs',
    test: /web.src.fields.editing.editable-field\.tsx$|useIsFetching\.js$/,
    priority: 3,
  },
  {
    name: 'record',
    test: /web.src.(views\.ts|(record.page.record-page|today.today-page|deals.stage-path)\.tsx)$/,
    priority: 1.5,
  },
  { name: 'board', test: /web.src.deals.board-page\.tsx$/, priority: 1.2 },
  // What the page of a record loads behind itself.
  { name: 'later-acts', test: /web.src.(record.page.rare-acts|files.files-box)\.tsx$/, priority: 1.1 },
  { name: 'dates', test: /@mantine.dates|dayjs/, priority: 2 },
  // The style sheet of the page of a record, which a list needs only for its preview.
  { name: 'record-styles', test: /web.src.(record.record|tasks.tasks)\.css$/, priority: 5 },
  // What only pages of settings share. Others share by themselves what just two of them have.
  {
    name: 'settings',
    test: /web.src.(texts.(developers|security|place|scopes|second-factor)|identity.(new-password-input|password-fault|blank-fault)|layout.(together|mails|save-file|place-fields|place-guess|moved|up-and-down)|security.(credentials|audit-entries))\.tsx?$/,
    priority: 1,
  },
];

/** The fingerprint of all sources, see scripts/lib/web-pages.mjs. */
const fingerprint = process.argv[2] ?? '';

const dist = join(web, 'dist');
const unfinished = `${dist}.${process.pid}`;

const PIPELINES = '/api/v2/pipelines?sort=position&limit=200';

/** The fields that the Accounts have declared, of which a list makes columns and filters. */
const FIELDS = '/api/v2/custom-fields?limit=200';

/** The requests of a kind's pages, in addition to those for its records. */
const BESIDE: Record<string, string[]> = { deal: [PIPELINES] };

/**
 * The scripts and answers that a page needs at once. The server lets the browser request them
 * together with the first script. Otherwise each script that names another, or calls the API, would
 * cost a round trip. A browser test fails when a page needs something that is missing here.
 */
const NEEDS: { address: string; modules: string[]; answers: string[]; list?: string }[] = [
  {
    address: '/today',
    modules: ['src/today/today-page.tsx'],
    answers: everybody(
      '/api/v2/deals?filter%5Bstatus%5D=open&filter%5Bnext_task_due_on%5D%5Bis_null%5D=true&filter%5Bowner_uuid%5D=me&sort=stage_entered_at&limit=10',
      '/api/v2/tasks?filter%5Bstatus%5D=open&filter%5Bassignee_uuid%5D=me&sort=due_on&limit=200',
    ),
  },
  {
    address: '/deals/board',
    modules: ['src/deals/board-page.tsx'],
    answers: everybody(PIPELINES, FIELDS),
  },
  ...KINDS_WITH_PAGES.flatMap(({ resource, path }) => pagesOf(path, BESIDE[resource] ?? [])),
];

for (const language of LANGUAGES) await buildIn(language);
for (const name of readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const body = readFileSync(join(unfinished, name));
  writeFileSync(join(unfinished, `${name}.br`), brotliCompressSync(body));
  writeFileSync(join(unfinished, `${name}.gz`), gzipSync(body, { level: 9 }));
}
writeFileSync(join(unfinished, 'built-from'), fingerprint);
rmSync(dist, { recursive: true, force: true });
renameSync(unfinished, dist);

/**
 * Builds the pages in a language: their scripts, `LANGUAGE.html` and `LANGUAGE.needs.json`. A
 * script is named by a hash of its contents, so languages share those without words.
 */
async function buildIn(language: Language): Promise<void> {
  const built = await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    plugins: [textsIn(language)],
    resolve: { alias: [{ find: /^.*\/json-schema\.ts$/, replacement: join(web, 'no-schemas.ts') }] },
    worker: {
      format: 'es',
      rolldownOptions: { output: { entryFileNames: 'assets/later-[name]-[hash].js' } },
    },
    build: {
      outDir: unfinished,
      emptyOutDir: false,
      target: 'es2023',
      // The policy of the pages forbids data: addresses for scripts and fonts, and small files
      // compress well on their own.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: GROUPS },
          // Browsers keep a style sheet by its name. Its contents depend on all sources, so the
          // name contains their fingerprint.
          assetFileNames: `assets/[name]-[hash]-${fingerprint.slice(0, 8)}.[ext]`,
        },
        // Libraries mark their modules for servers that render React, which means nothing here.
        onLog: (level, log, handle) =>
          log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log),
      },
    },
  });
  leaveStylesOut();
  const html = join(unfinished, `${language}.html`);
  renameSync(join(unfinished, 'index.html'), html);
  paintFirst(html);
  writeFileSync(join(unfinished, `${language}.needs.json`), JSON.stringify(needsOf(html, chunksOf(built))));
}

/**
 * Removes the styles of components that no script names. Mantine has twice as many as the pages
 * use.
 */
function leaveStylesOut(): void {
  const assets = join(unfinished, 'assets');
  const named = new Set(scriptsIn(assets).flatMap(classesIn));
  for (const sheet of readdirSync(assets).filter((name) => name.endsWith('.css'))) {
    const css = readFileSync(join(assets, sheet), 'utf8');
    const unusedSymbols = classesIn(css).filter((one) => !named.has(one));
    // Vite replaces it for old browsers by variables that only a fixed color-scheme sets.
    if (css.includes('--lightningcss'))
      throw new Error(`${sheet}: name colours in theme.ts, not by light-dark().`);
    const { code } = transform({ filename: sheet, code: Buffer.from(css), minify: true, unusedSymbols });
    writeFileSync(join(assets, sheet), code);
  }
}

function scriptsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Returns the classes of Mantine's components, such as `m_77c9d27d`. */
function classesIn(text: string): string[] {
  return [...new Set(text.match(/\bm_[\da-f]{6,8}\b/g))];
}

/**
 * Gives index.html styles of its own, because it is shown before the style sheet has been loaded.
 * Puts the slowest file first: a browser requests six files at a time, so a seventh waits.
 */
function paintFirst(path: string): void {
  const html = readFileSync(path, 'utf8');
  const sheet = /<link rel="stylesheet"[^>]*>/.exec(html)![0];
  const preload = sheet.replace('rel="stylesheet"', 'rel="preload" as="style"');
  const needs = '<!--needs-->';
  const font = readdirSync(join(unfinished, 'assets')).find((name) => name.startsWith('inter-latin-wght'))!;
  const face = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin>`;
  writeFileSync(
    path,
    html
      .replace(needs, '')
      .replace('<!--kinds-->', KINDS_IN_MENU.map(linkTo).join('\n          '))
      .replace(sheet, preload)
      .replace('</head>', `  ${face}\n    ${needs}\n  </head>`)
      .replace('</body>', `  ${sheet}\n  </body>`),
  );
}

function linkTo(kind: Kind): string {
  const { to, search = {} } = startOf(kind);
  const query = new URLSearchParams(search as Record<string, string>).toString();
  return `<a href="${to}${query && `?${query.replaceAll('&', '&amp;')}`}">${kind.label}</a>`;
}

/** Returns the needs of the pages, with the scripts under the names of the built files. */
function needsOf(path: string, chunks: Chunk[]): object[] {
  const html = readFileSync(path, 'utf8');
  return NEEDS.map(({ modules, ...need }) => {
    const needed = chunksWith(chunks, modules);
    const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
    const unnamed = (files: string[]) =>
      files.map((file) => `/${file}`).filter((path) => !html.includes(path));
    return {
      ...need,
      scripts: unnamed(needed.map(({ fileName }) => fileName)),
      styles: unnamed([...new Set(styles)]),
    };
  });
}

type Chunk = {
  fileName: string;
  imports: string[];
  moduleIds: string[];
  viteMetadata?: { importedCss: Set<string> };
};

function chunksOf(output: Awaited<ReturnType<typeof build>>): Chunk[] {
  if (!('output' in output)) throw new Error('Vite has built something else than one set of pages.');
  return output.output.filter((file) => file.type === 'chunk');
}

/** Returns the chunks of these modules and of all their imports. */
function chunksWith(chunks: Chunk[], modules: string[]): Chunk[] {
  const found = new Set<Chunk>();
  const add = (chunk: Chunk | undefined, name: string) => {
    if (chunk === undefined) throw new Error(`No page has ${name}.`);
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const file of chunk.imports)
      add(
        chunks.find(({ fileName }) => fileName === file),
        file,
      );
  };
  for (const name of modules)
    add(
      chunks.find(({ moduleIds }) => moduleIds.includes(join(web, name))),
      name,
    );
  return [...found];
}

/** Every page requests the User, their Accounts and their Logins, and the views of its menu. */
function everybody(...answers: string[]): string[] {
  return [
    '/api/v2/me',
    '/api/v2/accounts?sort=name&limit=200',
    '/api/v2/logins?limit=200',
    '/api/v2/views',
    ...answers,
  ];
}

/** Returns the needs of a kind's table and record page. */
function pagesOf(path: string, answers: string[]) {
  const own = `src${path}/view.ts`;
  const view = existsSync(join(web, own)) ? own : 'src/fields/plain-view.ts';
  return [
    {
      address: path,
      modules: ['src/lists/table/records-page.tsx', view],
      answers: everybody(FIELDS, ...answers),
      list: `/api/v2${path}?limit=200&include=count`,
    },
    {
      address: `${path}/*`,
      modules: ['src/record/page/record-page.tsx', view, 'src/views.ts'],
      answers: everybody(`/api/v2${path}/*`, FIELDS, ...answers),
    },
  ];
}

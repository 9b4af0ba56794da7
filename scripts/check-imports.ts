// Checks imports against the table "Who may import whom" of docs/imports.md, and finds import
// cycles between files and between folders.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Rooms that contain only the files directly in them. */
const FLAT_ROOMS = ['server/src', 'web/src'];

/** The rooms that each room may import. 'everything' stands alone. */
type Rules = Map<string, string[]>;

type Import = { from: string; to: string };

const isMain = process.argv[1] === import.meta.filename;
if (isMain) {
  const rules = readRules(readFileSync(join(root, 'docs/imports.md'), 'utf8'));
  const imports = readImports();
  const faults = [
    ...forbidden(rules, imports),
    ...unused(rules, imports),
    ...cycles(imports),
    ...folderRings(imports),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('\nMend the import, or change the table in docs/imports.md and say why in the commit.');
    process.exit(1);
  }
  console.log(`${imports.length} imports, all allowed by docs/imports.md, no ring of files or folders.`);
}

/** Reads the rows of the table: | `room` | `room`, `room` | */
export function readRules(markdown: string): Rules {
  const section = markdown.split('## Who may import whom')[1]?.split('\n## ')[0] ?? '';
  const rows = section.matchAll(/^\| `([^`]+)` \| ?(.*?) ?\|$/gm);
  const rules: Rules = new Map();
  for (const [, room, cell] of rows) {
    const named = [...cell!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    rules.set(room!, cell === 'everything' ? ['everything'] : named);
  }
  if (rules.size === 0) throw new Error('docs/imports.md has no table under "Who may import whom".');
  return rules;
}

/**
 * Returns a sentence for each import that the table forbids. Tests and their support may import
 * anything.
 */
export function forbidden(rules: Rules, imports: Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [fromRoom, toRoom] = [roomOf(rules, from), roomOf(rules, to)];
    if (fromRoom === undefined) return [`${from} is in no room of the table in docs/imports.md.`];
    if (fromRoom === toRoom || isTest(from)) return [];
    const allowed = rules.get(fromRoom)!;
    if (allowed[0] === 'everything') return [];
    if (toRoom === undefined || !allowed.includes(toRoom)) {
      return [`${from} imports ${to}, but ${fromRoom} may not import ${toRoom ?? 'what is in no room'}.`];
    }
    if (isPage(to)) return [`${from} imports ${to}: a page is for the router and its own room.`];
    return isInternal(to)
      ? [`${from} imports ${to}: queries, rules and routes are for their own room alone.`]
      : [];
  });
}

/** Returns a sentence for each room that another one may import by the table, and does not. */
export function unused(rules: Rules, imports: Import[]): string[] {
  const used = new Set(
    imports.map(({ from, to }) => (isTest(from) ? '' : `${roomOf(rules, from)} → ${roomOf(rules, to)}`)),
  );
  return [...rules].flatMap(([room, allowed]) =>
    allowed
      .filter((other) => other !== 'everything' && !used.has(`${room} → ${other}`))
      .map((other) => `${room} may import ${other}, but nothing in it does: take it out of the table.`),
  );
}

/** Returns a sentence for each import cycle. */
export function cycles(imports: Import[]): string[] {
  return rings(imports).map((ring) => `Import cycle: ${ring.join(' → ')}`);
}

/** Returns each cycle as the path back to its first file. */
function rings(imports: Import[]): string[][] {
  const graph = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    if (done.has(file)) return;
    for (const { to } of graph.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/**
 * Returns a sentence for each cycle of sibling folders, with an import for each arrow. A folder and
 * its subfolders form no cycle: the folder combines them, and they share its files.
 */
export function folderRings(imports: Import[]): string[] {
  const arrows = new Map<string, Import>();
  for (const arrow of imports) {
    const [from, to] = neighbours(arrow);
    if (from !== undefined && to !== undefined && !isTest(arrow.from)) arrows.set(`${from} → ${to}`, arrow);
  }
  const graph = [...arrows.keys()].map((arrow) => {
    const [from, to] = arrow.split(' → ');
    return { from: from!, to: to! };
  });
  return rings(graph).map((ring) => {
    const told = ring.slice(1).map((to, n) => {
      const example = arrows.get(`${ring[n]} → ${to}`)!;
      return `  ${example.from} imports ${example.to}`;
    });
    return [`Ring of folders: ${ring.join(' → ')}`, ...told].join('\n');
  });
}

/**
 * Returns the two sibling folders that an import connects. Undefined for a file directly in the
 * folder where they meet.
 */
function neighbours({ from, to }: Import): (string | undefined)[] {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
  const shared = a.findIndex((folder, n) => folder !== b[n]);
  if (shared === -1) return [];
  return [a, b].map((path) => (path.length > shared ? path.slice(0, shared + 1).join('/') : undefined));
}

function isTest(file: string): boolean {
  return /\.(test|long)\.ts$/.test(file) || /\/testing\//.test(file);
}

/**
 * True for the queries, rules and routes of a room (folder) of the server. Only files of the same
 * room may import them.
 */
function isInternal(to: string): boolean {
  return /^server\/src\/(?!platform\/|access\/)[\w-]+\/.*\b(queries|rules|routes)\.ts$/.test(to);
}

/**
 * True for a page of the web interface. Code that two rooms need belongs into a file of its own.
 */
function isPage(to: string): boolean {
  return /^web\/src\/.*-page\.tsx$/.test(to);
}

/** Returns the room with the longest path that contains the file. */
function roomOf(rules: Rules, file: string): string | undefined {
  const holders = [...rules.keys()].filter((room) =>
    FLAT_ROOMS.includes(room) ? dirname(file) === room : file.startsWith(`${room}/`),
  );
  return holders.sort((a, b) => b.length - a.length)[0];
}

/** Returns all imports between files of the project, as paths from its root. */
function readImports(): Import[] {
  const files = globSync(
    '{packages,server,cli,scripts,examples,bench,conformance,e2e,web}/**/*.{ts,tsx,mjs}',
    {
      cwd: root,
      exclude: (name) => name.includes('node_modules') || name.endsWith('dist'),
    },
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const specifiers = text.matchAll(
      /^\s*(?:import|export)\b[^'"=]*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm,
    );
    return [...specifiers].flatMap((match) => {
      const to = resolveSpecifier(file, match[1] ?? match[2] ?? match[3]!);
      return to === undefined ? [] : [{ from: file, to }];
    });
  });
}

/**
 * Returns the file that a specifier names. Undefined for Node's own modules, dependencies and data.
 */
function resolveSpecifier(from: string, specifier: string): string | undefined {
  const own = /^@rapport\/(\w+)(\/.*)?$/.exec(specifier);
  if (own) return `packages/${own[1]}/src${own[2] ?? ''}`;
  if (!specifier.startsWith('.') || !/\.(tsx?|mjs)$/.test(specifier)) return undefined;
  return relative('.', normalize(join(dirname(from), specifier)));
}

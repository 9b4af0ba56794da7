// Rooms that serve every kind of record must not know one, so that a new kind needs no change
// there. To know a kind, code has to name it in a text, a path, an event, a table, a property or an
// import. A variable called `file` or `order` knows nothing, so the names of variables, functions
// and types are free.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDS } from '../packages/contract/src/records/all.ts';
import type { RecordDefinition } from '../packages/contract/src/records/define-record.ts';
import type { RecordField } from '../packages/contract/src/records/record-field.ts';

const root = join(import.meta.dirname, '..');

/** The rooms, and the folder that holds their files. */
const ROOMS = {
  'server/src': ['records', 'events', 'webhooks', 'platform', 'access'],
  'web/src': ['records'],
};

/** Names from standards and libraries, which the check ignores. */
const GIVEN_NAMES = [
  // OAuth 2.0, and the column that names the application.
  /\boauth_(clients?|(grants\.)?client_uuid)\b/g,
  // The job that works for a record, its address, and that of the files of our pages. A kind may
  // be called so, at another address.
  /\bjob_uuid\b|\/api\/v2\/jobs\b|\/assets\b/g,
  // The imports of rooms and packages, but for the definition of a kind:
  // docs/imports.md is for them.
  /from '(\.|@rapport\/contract\/(?!records\/))[^']*'|@rapport\/contract\/records/g,
  // The selected properties of a type.
  /\b(Pick|Omit)<[^>]*>/g,
  // A class of the style sheets.
  /className="[^"]*"/g,
  // What a process or thread of Node hears from another.
  /\b(on|once)\('message'/g,
  // The OpenTelemetry kind of a span around a request that we make.
  /startSpan\(.*'client'/g,
];

/** What a list of points holds. It is in texts and pointers as the name of a type or field. */
const POINTS = new Set<string>(
  (RECORDS as readonly RecordDefinition[]).flatMap(({ fields }) =>
    Object.values(fields as Record<string, RecordField>).flatMap(({ of }) => of ?? []),
  ),
);

export type Fault = { line: number; word: string; text: string };

type Word = { word: string; actions: string[] };

const isMain = process.argv[1] === import.meta.filename;
if (isMain) {
  const files = filesOfRooms();
  const faults = files.flatMap((file) =>
    kindsNamedIn(readFileSync(join(root, file), 'utf8')).map(
      ({ line, word, text }) => `${file}:${line} names the kind "${word}": ${text.trim()}`,
    ),
  );
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('\nTake it from the definition of the kind, or say it without one.');
    process.exit(1);
  }
  console.log(`${files.length} files of ${Object.values(ROOMS).flat().join(', ')} name no kind of record.`);
}

/** Returns the files that must not name a kind. */
export function filesOfRooms(): string[] {
  const folders = Object.entries(ROOMS).flatMap(([parent, rooms]) =>
    rooms.map((room) => `${parent}/${room}`),
  );
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }))
    .filter((file) => !/\.(test|long)\.tsx?$|\/testing\//.test(file));
}

/** Returns the lines of a file that name one of the kinds. */
export function kindsNamedIn(source: string, words: Word[] = kindWords()): Fault[] {
  return source.split('\n').flatMap((text, index) => {
    const said = GIVEN_NAMES.reduce((rest, given) => rest.replace(given, ''), text);
    const found = words.find((word) => isNamed(word, said));
    return found ? [{ line: index + 1, word: found.word, text }] : [];
  });
}

/**
 * Returns every kind, and the parts of kinds that have references of their own, such as a stage.
 */
function kindWords(): Word[] {
  const definitions = RECORDS as readonly RecordDefinition[];
  const kinds = definitions.map(({ name, events = {} }) => kindWord(name, Object.keys(events)));
  const held = definitions
    .flatMap(({ fields }) => Object.values(fields as Record<string, RecordField>))
    .flatMap(({ to, held }) => (held ? [to!] : []));
  return [...kinds, ...[...new Set(held)].map((word) => ({ word, actions: [] }))];
}

export function kindWord(word: string, events: string[] = []): Word {
  return { word, actions: ['created', 'updated', 'deleted', 'restored', ...events] };
}

function isNamed({ word, actions }: Word, text: string): boolean {
  const one = `${word}s?`;
  const title = `${word.charAt(0).toUpperCase()}${word.slice(1)}s?`;
  const isComment = /^\s*(\*|\/[/*])/.test(text);
  const asText = [
    // In back quotes, a comment may name a parameter.
    isComment ? `['"]${one}\\.?['"]` : `['"\`]([\\w,]*,)?${one}(\\.|,[\\w,]*)?['"\`]`,
    `/${one}(?![\\w.-])`,
  ];
  const shapes = [
    ...(POINTS.has(word) ? [`/api/v2/${one}(?![\\w.-])`] : asText),
    `\\b${one}\\.(${[...actions, '\\*'].join('|')})(?![\\w(])`,
    `\\b(FROM|JOIN|INTO|UPDATE|TABLE) ${word}s\\b`,
    `\\b${one}_uuids?\\b`,
  ];
  // The kind's title in a sentence. A type's name stands before a bracket, after a keyword of
  // TypeScript, or between `as` and the end of a bracket.
  const asType = `(?<=\\bas )${title}\\)`;
  const inSentence = new RegExp(`[a-z,'] (?<!\\b(type|new) )(?!${asType})${title}\\b(?! ?[=({<>,}:;])`);
  const sentence = isComment ? text.replace(/`[^`]*`/g, '') : text;
  return shapes.some((shape) => new RegExp(shape).test(text)) || inSentence.test(sentence);
}

// Rooms that serve every kind of record must name none: a new kind must not have to be added there.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDS } from '../packages/contract/src/records/all.ts';
import type { RecordDefinition } from '../packages/contract/src/records/define-record.ts';
import type { RecordField } from '../packages/contract/src/records/record-field.ts';

const root = join(import.meta.dirname, '..');

const ROOMS = ['records', 'events', 'webhooks', 'platform', 'access'];

/**
 * Words that name a kind and mean something else in one room. They may stand there in names and
 * comments. A path, event, table, property or text that names the kind is still found.
 */
const OTHER_MEANINGS: Record<string, Record<string, string>> = {
  platform: { client: 'a program that is connected, to us or to the database', note: 'to write down' },
  access: { client: 'an application, by OAuth' },
  webhooks: {
    client: 'an application, by OAuth; or our end of a connection to a receiver',
    task: 'what a worker has to send',
    stage: 'claimed, sent or settled: where a delivery is in a worker',
    note: 'to write down',
  },
};

/** Names that others have given to something else. */
const GIVEN_NAMES = [
  // OAuth 2.0, and the column that says which application it was.
  /\boauth_(clients?|(grants\.)?client_uuid)\b|\bclient_id\b/g,
  // The properties of a type.
  /\b(Pick|Omit)<[^>]*>/g,
  // OpenTelemetry: a span around a request that we make.
  /startSpan\(.*'client'/g,
];

export type Fault = { line: number; word: string; text: string };

type Word = { word: string; actions: string[] };

const isMain = process.argv[1] === import.meta.filename;
if (isMain) {
  const files = ROOMS.flatMap((room) =>
    globSync(`server/src/${room}/**/*.{ts,js}`, { cwd: root })
      .filter((file) => !/\.(test|long)\.ts$|\/testing\//.test(file))
      .map((file) => ({ room, file })),
  );
  const faults = files.flatMap(({ room, file }) =>
    kindsNamedIn(room, readFileSync(join(root, file), 'utf8')).map(
      ({ line, word, text }) => `${file}:${line} names the kind "${word}": ${text.trim()}`,
    ),
  );
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('\nTake it from the definition of the kind, or say it without one.');
    process.exit(1);
  }
  console.log(`${files.length} files of ${ROOMS.join(', ')} name no kind of record.`);
}

/** The lines of a file that name a kind by hand; `room` decides which words mean something else. */
export function kindsNamedIn(room: string, source: string): Fault[] {
  const words = kindWords(RECORDS as readonly RecordDefinition[]);
  return source.split('\n').flatMap((text, index) => {
    const said = GIVEN_NAMES.reduce((rest, given) => rest.replace(given, ''), text);
    const found = words.find((word) => isNamed(word, said, room));
    return found ? [{ line: index + 1, word: found.word, text }] : [];
  });
}

/** Every kind, and what kinds hold that is referred to by itself, such as a stage. */
function kindWords(definitions: readonly RecordDefinition[]): Word[] {
  const kinds = definitions.map(({ name, events = {} }): Word => {
    return { word: name, actions: ['created', 'updated', 'deleted', 'restored', ...Object.keys(events)] };
  });
  const held = definitions
    .flatMap(({ fields }) => Object.values(fields as Record<string, RecordField>))
    .flatMap(({ to, held }) => (held ? [to!] : []));
  return [...kinds, ...[...new Set(held)].map((word) => ({ word, actions: [] }))];
}

function isNamed({ word, actions }: Word, text: string, room: string): boolean {
  const one = `${word}s?`;
  const title = `${word.charAt(0).toUpperCase()}${word.slice(1)}s?`;
  const always = [
    `['"\`]([\\w,]*,)?${one}(,[\\w,]*)?['"\`]`,
    `/${one}(?![\\w.-])`,
    `\\b${one}\\.(${[...actions, '\\*'].join('|')})(?![\\w(])`,
    `\\b(FROM|JOIN|INTO|UPDATE|TABLE) ${one}\\b`,
    `\\b${one}_uuids?\\b`,
    // In a sentence; a type stands before a bracket, and after a word of TypeScript.
    `[a-z,'] (?<!\\b(type|new) )${title}\\b(?! ?[=({<,}:;])`,
  ];
  if (always.some((shape) => new RegExp(shape).test(text))) return true;
  if (OTHER_MEANINGS[room]?.[word]) return false;
  const parts = text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return parts.some((part) => new RegExp(`^${one}$`, 'i').test(part));
}

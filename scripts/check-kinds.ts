// Rooms that serve every kind of record must not name one, so that a new kind needs no change
// there.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDS } from '../packages/contract/src/records/all.ts';
import type { RecordDefinition } from '../packages/contract/src/records/define-record.ts';
import type { RecordField } from '../packages/contract/src/records/record-field.ts';

const root = join(import.meta.dirname, '..');

const ROOMS = ['records', 'events', 'webhooks', 'platform', 'access'];

/**
 * Words that name a kind but mean something else in one room. They are allowed there in names and
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

/** Names from standards and libraries, which the check ignores. */
const GIVEN_NAMES = [
  // OAuth 2.0, and the column that names the application.
  /\boauth_(clients?|(grants\.)?client_uuid)\b|\bclient_id\b/g,
  // The selected properties of a type.
  /\b(Pick|Omit)<[^>]*>/g,
  // The option of node-postgres that sends statements without waiting for answers.
  /\bpipeline: true\b/g,
  // The OpenTelemetry kind of a span around a request that we make.
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

/** Returns the lines of a file that name a kind. `room` decides which words mean something else. */
export function kindsNamedIn(room: string, source: string): Fault[] {
  const words = kindWords(RECORDS as readonly RecordDefinition[]);
  return source.split('\n').flatMap((text, index) => {
    const said = GIVEN_NAMES.reduce((rest, given) => rest.replace(given, ''), text);
    const found = words.find((word) => isNamed(word, said, room));
    return found ? [{ line: index + 1, word: found.word, text }] : [];
  });
}

/**
 * Returns every kind, and the parts of kinds that have references of their own, such as a stage.
 */
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
    // The kind's title in a sentence. A type's name stands before a bracket or after a keyword of
    // TypeScript.
    `[a-z,'] (?<!\\b(type|new) )${title}\\b(?! ?[=({<,}:;])`,
  ];
  if (always.some((shape) => new RegExp(shape).test(text))) return true;
  if (OTHER_MEANINGS[room]?.[word]) return false;
  const parts = text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return parts.some((part) => new RegExp(`^${one}$`, 'i').test(part));
}

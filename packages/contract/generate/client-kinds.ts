import { RECORDS } from '../src/records/all.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';
import { isMergeable } from '../src/records/merges.ts';

/** Returns the text of the file with the functions of each kind, from the definitions. */
export function clientKinds(): string {
  const kinds = RECORDS as readonly RecordDefinition[];
  const types = kinds.flatMap(({ title }) => typesOf(title));
  return `// Generated from the resources of the service; do not edit.

import { matching } from './matching.ts';
import { merging } from './merging.ts';
import { records } from './records.ts';
import type {
${types
  .toSorted()
  .map((type) => `  ${type},\n`)
  .join('')}} from './resources.ts';
import type { Transport } from './transport.ts';

/** Returns the functions of each kind of record. */
export function kinds(send: Transport) {
  return {
${kinds.map(kindText).join('')}  };
}
`;
}

function typesOf(title: string): string[] {
  return [
    title,
    `${title}Create`,
    `${title}Update`,
    `${title}List`,
    `Deleted${title}`,
    `Deleted${title}List`,
  ];
}

function kindText(definition: RecordDefinition): string {
  const { title, plural, path } = definition;
  const [record, create, update, list, deleted, deletedList] = typesOf(title);
  const mergeable = isMergeable(definition);
  // As deep as the formatter puts it.
  const indent = mergeable ? '        ' : '      ';
  const types = [
    `record: ${record};`,
    `create: ${create};`,
    `update: ${update};`,
    `list: ${list};`,
    `deleted: ${deleted};`,
    `deletedList: ${deletedList};`,
  ].map((line) => `${indent}${line}\n`);
  const own = `records<{\n${types.join('')}${indent.slice(2)}}>(send, '${path}')`;
  if (!mergeable) return `    ${camel(plural)}: ${own},\n`;
  const match = definition.match_by
    ? `      ...matching<{ record: ${record}; create: ${create} }>(send, '${path}'),\n`
    : '';
  const merge = `merging<{ record: ${record}; update: ${update} }>(send, '${path}')`;
  return `    ${camel(plural)}: {\n      ...${own},\n      ...${merge},\n${match}    },\n`;
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

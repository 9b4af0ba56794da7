import { RECORDS } from '../src/records/all.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';

/** Returns the text of the file with the functions of each kind, from the definitions. */
export function clientKinds(): string {
  const kinds = RECORDS as readonly RecordDefinition[];
  const types = kinds.flatMap(({ title }) => typesOf(title));
  return `// Generated from the resources of the service; do not edit.

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

function kindText({ title, plural, path }: RecordDefinition): string {
  const [record, create, update, list, deleted, deletedList] = typesOf(title);
  return `    ${camel(plural)}: records<{
      record: ${record};
      create: ${create};
      update: ${update};
      list: ${list};
      deleted: ${deleted};
      deletedList: ${deletedList};
    }>(send, '${path}'),
`;
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

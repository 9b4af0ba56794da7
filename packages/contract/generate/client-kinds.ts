import { RECORDS } from '../src/records/all.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';
import { isMergeable } from '../src/records/merges.ts';
import { formatted } from './formatted.ts';

/** Returns the text of the file with the functions of each kind, from the definitions. */
export function clientKinds(): string {
  const kinds = RECORDS as readonly RecordDefinition[];
  const types = kinds.flatMap(({ title }) => [
    title,
    `${title}Update`,
    `${title}List`,
    `Deleted${title}List`,
  ]);
  return formatted(`// Generated from the resources of the service; do not edit.

import { matching } from './matching.ts';
import { merging } from './merging.ts';
import { records } from './records.ts';
import type { ${types.toSorted().join(', ')} } from './resources.ts';
import type { Transport } from './transport.ts';

/** Returns the functions of each kind of record. */
export function kinds(send: Transport) {
  return {
    ${kinds.map(kindText).join(',\n')}
  };
}
`);
}

function kindText(definition: RecordDefinition): string {
  const { title, plural, path } = definition;
  const written = `<${title}, ${title}Update>(send, '${path}')`;
  const own = `records<${title}, ${title}Update, ${title}List, Deleted${title}List>(send, '${path}')`;
  const parts = [
    own,
    ...(isMergeable(definition) ? [`merging${written}`] : []),
    ...(definition.match_by ? [`matching${written}`] : []),
  ];
  const all = parts.length === 1 ? own : `{\n${parts.map((part) => `...${part}`).join(',\n')} }`;
  return `${camel(plural)}: ${all}`;
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

import type { Reach } from '../../access/reach.ts';
import { findAccountNames } from '../../accounts/look-ups.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { linkedKind, linkFields, referenceFields } from '../references.ts';
import type { Names } from './cells.ts';
import { findNames, findUserNames } from './queries.ts';

/** Looks up the names of all that these records refer to, with one query for each sort. */
export async function namesOf(
  db: Queryable,
  kinds: readonly AnyKind[],
  kind: AnyKind,
  reach: Reach,
  records: CrmRecord[],
): Promise<Names> {
  const wanted = referencesOf(kind, records);
  const names = new Map<string, string>();
  const add = (resource: string, found: { uuid: string; name: string }[]) => {
    for (const { uuid, name } of found) names.set(`${resource} ${uuid}`, name);
  };
  const sources = new Map(
    kinds.flatMap((kind) => [
      [kind.definition.name, { table: kind.table, name: kind.definition.named_by }] as const,
      ...Object.entries(kind.holds ?? {}),
    ]),
  );
  await Promise.all(
    [...wanted].map(async ([resource, uuids]) => {
      if (resource === 'user') return add(resource, await findUserNames(db, [...uuids]));
      const source = sources.get(resource);
      if (source) add(resource, await findNames(db, source, reach, [...uuids]));
    }),
  );
  const accounts = new Set(records.map(({ account_uuid }) => account_uuid));
  for (const [uuid, name] of await findAccountNames(db, [...accounts])) names.set(`account ${uuid}`, name);
  return names;
}

/** The uuids that the records refer to, by kind. */
function referencesOf({ definition }: AnyKind, records: CrmRecord[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  const add = (resource: string, uuid: unknown) => {
    const uuids = wanted.get(resource) ?? new Set();
    wanted.set(resource, uuids.add(uuid as string));
  };
  const valueIn = (record: CrmRecord, name: string) => (record as unknown as Record<string, unknown>)[name];
  for (const record of records) {
    for (const [name, { to }] of referenceFields(definition)) {
      const uuid = valueIn(record, name);
      if (uuid !== null) add(to, uuid);
    }
    for (const [name, field] of linkFields(definition))
      for (const link of valueIn(record, name) as Record<string, unknown>[])
        add(linkedKind(field, link), link[field.key!]);
  }
  return wanted;
}

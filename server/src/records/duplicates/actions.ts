import type { Duplicate, Similar } from '@rapport/contract/records/duplicates';
import type { Caller } from '../../access/caller.ts';
import { writingOf } from '../../access/days.ts';
import { accountsIn, reachOf, wholeAccount } from '../../access/reach.ts';
import { accountToWrite, reachIn, refuseUnless } from '../../access/rules.ts';
import { seenBy } from '../../access/sight.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { newRecord } from '../decide.ts';
import { fault } from '../fault.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import { findRecord } from '../queries.ts';
import { lookAround } from '../surroundings.ts';
import * as queries from './queries.ts';
import { comparedWith, whatTheyShare } from './rules.ts';
import { similarTo } from './similar.ts';

/** How many records are looked at by one statement. */
const LOOKED_AT_ONCE = 1000;
/** After this time a request looks no further: a person waits for it. */
const LOOK_UNTIL_MS = 400;

type Page = { data: Duplicate<CrmRecord>[]; next_cursor: string | null };

/**
 * Pairs of records of an Account that are likely the same, the newest first. A request looks for a
 * limited time, so a page may be empty although there are more: `next_cursor` says so.
 */
export async function listDuplicates(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  query: { account_uuid?: string; cursor?: string; limit: number },
): Promise<Page | Problem> {
  const reach = reachIn(caller, query.account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const seen = { ...core, db: seenBy(core.db, reach) };
  const account_uuids = accountsIn(reach);
  const place = query.cursor === undefined ? null : placeOf(query.cursor, account_uuids);
  if (place === undefined) return fieldsInvalid(fault('cursor', 'wrong_value', 'must be a next_cursor.'));
  const data: Page['data'] = [];
  let [index, before] = place ?? [0, null];
  const begun = performance.now();
  while (index < account_uuids.length && performance.now() - begun < LOOK_UNTIL_MS) {
    const account_uuid = account_uuids[index]!;
    const compared = comparedWith(core.kinds, kind);
    const found = await queries.findCandidates(seen.db, kind, compared, account_uuid, before, LOOKED_AT_ONCE);
    const pairs = await pairsOf(seen, [kind, ...compared], account_uuid, found);
    for (const { at, pair } of pairs) {
      data.push(pair);
      const next = pairs[pairs.findIndex((one) => one.pair === pair) + 1];
      // A page ends between two records: the pairs of one record stay together.
      if (data.length >= query.limit && next?.at !== at)
        return { data, next_cursor: cursorOf(account_uuid, at) };
    }
    const last = found.at(-1);
    if (found.length < LOOKED_AT_ONCE) [index, before] = [index + 1, null];
    else before = { created_at: last!.created_at, uuid: last!.uuid };
  }
  const next = account_uuids[index];
  return { data, next_cursor: next === undefined ? null : cursorOf(next, before) };
}

type Found = queries.Candidate;

/** The pairs of records of the first kind with others, in the order in which they were found. */
async function pairsOf(
  { db }: RecordsCore,
  kinds: readonly AnyKind[],
  account_uuid: string,
  found: Found[],
): Promise<{ at: Found; pair: Duplicate<CrmRecord> }[]> {
  const [{ definition }] = kinds as [AnyKind];
  const byUuid = new Map<string, CrmRecord>();
  const alike = found.filter(({ others }) => others.length > 0);
  for (const kind of kinds) {
    const { name } = kind.definition;
    const others = alike.flatMap((one) => one.others.filter(({ resource }) => resource === name));
    const own = kind === kinds[0] ? alike : [];
    const uuids = new Set([...own, ...others].map(({ uuid }) => uuid));
    if (uuids.size === 0) continue;
    const records = await queries.findRecords(db, kind, account_uuid, [...uuids]);
    for (const record of records) byUuid.set(record.uuid, record);
  }
  return alike.flatMap((at) =>
    at.others.flatMap(({ resource, uuid }) => {
      const [own, other] = [byUuid.get(at.uuid), byUuid.get(uuid)];
      const theirs = kinds.find((kind) => kind.definition.name === resource)!.definition;
      if (!own || !other) return [];
      const because = whatTheyShare([theirs, other], [definition, own]);
      if (because.length === 0) return [];
      // The older one of a kind stays when they are merged, so it comes first.
      const records: [CrmRecord, CrmRecord] = theirs === definition ? [other, own] : [own, other];
      return [{ at, pair: { resources: [definition.name, resource], records, because } }];
    }),
  );
}

function cursorOf(account_uuid: string, place: queries.Place | null): string {
  const parts = [account_uuid, ...(place ? [place.created_at, place.uuid] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Where the last page ended; undefined for a cursor that is none of ours. */
function placeOf(cursor: string, account_uuids: string[]): [number, queries.Place | null] | undefined {
  try {
    const [account_uuid, created_at, uuid] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const index = account_uuids.indexOf(account_uuid);
    if (index < 0) return undefined;
    if (created_at === undefined) return [index, null];
    const isPlace = /^[0-9a-f-]{36}$/.test(uuid) && !Number.isNaN(Date.parse(created_at));
    return isPlace ? [index, { created_at: new Date(created_at).toISOString(), uuid }] : undefined;
  } catch {
    return undefined;
  }
}

/** How many similar records are named. */
const SIMILAR_MAX = 10;

/** Records that look like one with these fields, for whoever is about to write it. */
export async function findSimilar(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  fields: { account_uuid?: string },
): Promise<{ data: Similar[] } | Problem> {
  const { account_uuid: wanted, ...given } = fields;
  const account_uuid = accountToWrite(caller, wanted, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  const seen = { ...core, db: seenBy(core.db, reachOf(caller)) };
  const around = await lookAround(seen.db, core.kinds, kind, account_uuid, [given]);
  const draft = newRecord(kind, account_uuid, given, writingOf(core, caller, account_uuid), around);
  const [data] = await similarTo(seen, kind, account_uuid, [draft], true);
  return { data: data!.slice(0, SIMILAR_MAX) };
}

/** Keeps, or forgets, that two records are not the same, although they look so. */
export async function tellApart(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  { other_uuid: given, distinct = true }: { other_uuid: string; distinct?: boolean },
): Promise<null | Problem> {
  const other_uuid = given.toLowerCase();
  const { name } = kind.definition;
  const reach = reachOf(caller);
  const seen = seenBy(core.db, reach);
  const record = await findRecord(seen, kind, reach, uuid);
  if (!record) return notFound(name);
  const { account_uuid } = record;
  const refusal = refuseUnless(caller, account_uuid, 'write_records', name);
  if (refusal) return refusal;
  const compared = [kind, ...comparedWith(core.kinds, kind)];
  const others = await Promise.all(
    compared.map((one) => findRecord(seen, one, wholeAccount(account_uuid), other_uuid)),
  );
  if (!others.some(Boolean) || other_uuid === uuid) {
    const names = compared.map(({ definition }) => definition.name).join(' or ');
    const text = `must be another ${names} of the same Account that is not deleted.`;
    return fieldsInvalid(fault('/other_uuid', 'not_found', text));
  }
  const pair = [uuid, other_uuid].sort() as [string, string];
  if (distinct) await queries.insertDistinct(core.db, account_uuid, pair, toApiTime(core.clock.now()));
  else await queries.deleteDistinct(core.db, account_uuid, pair);
  return null;
}

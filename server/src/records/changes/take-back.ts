import type { KeptValue } from '@rapport/contract/changes';
import type { RecordField } from '@rapport/contract/records/record-field';
import { wholeAccount } from '../../access/reach.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { keptSince } from '../../platform/time/deleted-lifetime.ts';
import { inParts } from '../in-parts.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import { insertMerge } from '../merge/queries.ts';
import { otherHalf } from '../pairs.ts';
import { type Prepared, planOf, prepare, type Wish, write } from '../prepare.ts';
import * as records from '../queries.ts';
import { lookAround } from '../surroundings.ts';
import { takeBackFields } from './fields.ts';
import { findMergesBefore, listEventsAbout } from './queries.ts';
import { type Aim, aimOf, type Done, doneBy, fieldsIn, putBack, together, withDrift } from './rules.ts';
import type { Undo } from './undo.ts';

/** What became of some records. `refused` were not touched, and may be possible later. */
export type TakenBack = { undone: number; kept: KeptValue[]; refused: KeptValue[] };

type Item = {
  kind: AnyKind;
  uuid: string;
  done: Done;
  record: CrmRecord | undefined;
  aim: Aim;
  /** The record into which this one is merged again when it goes. */
  leads_to?: string | undefined;
};

/**
 * Takes back what a change did to these records, which come the latest first. Deleted ones come
 * back first, because others may name them; those that the change made go last. What is refused now
 * may be possible when the others are as before: an external_id is free then.
 */
export async function takeBack(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  uuids: string[],
): Promise<TakenBack> {
  const { items, strange, fields } = await findItems(core, tx, undo, uuids);
  const sum: TakenBack = { undone: 0, kept: [...strange, ...items.flatMap(keptOf)], refused: [] };
  // A field that the change made goes after the records, which have values in it.
  const [made, others] = [new Map(fields), new Map(fields)];
  for (const [uuid, { was }] of fields) (was === 'absent' ? others : made).delete(uuid);
  await withFields(core, tx, undo, others, sum);
  const restored = new Set<string>();
  for (const action of ['restore', 'put', 'delete'] as const) {
    if (action === 'put') await aimAtRestored(core, tx, undo, items, restored, sum);
    const due = items.filter(({ aim }) => aim.action === action);
    for (const run of runsOf(due)) {
      const outcomes = await carryOut(core, tx, undo, run);
      outcomes.forEach((outcome, index) => {
        const item = run[index]!;
        const isPart = restored.has(item.uuid);
        if (outcome.refusal === null) {
          if (!isPart) sum.undone++;
          if (action === 'restore') restored.add(item.uuid);
          sum.kept.push(...outcome.kept);
        } else if (isPart) sum.kept.push(outcome.refusal);
        else sum.refused.push(outcome.refusal);
      });
    }
  }
  await withFields(core, tx, undo, made, sum);
  return sum;
}

async function withFields(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  fields: Map<string, Done>,
  sum: TakenBack,
): Promise<void> {
  if (fields.size === 0) return;
  const { undone, kept } = await takeBackFields(core, tx, undo, fields);
  sum.undone += undone;
  sum.kept.push(...kept);
}

/** What `takeBack` would do, as far as the records alone say: nothing is written. */
export async function foresee(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  uuids: string[],
): Promise<Pick<TakenBack, 'undone' | 'kept'>> {
  const { items, strange, fields } = await findItems(core, tx, undo, uuids);
  const undone = items.filter(({ aim }) => aim.action !== null).length + fields.size;
  return { undone, kept: [...strange, ...items.flatMap(keptOf)] };
}

/** The records as they are now, locked, with what is to be done about each. */
async function findItems(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  uuids: string[],
): Promise<{ items: Item[]; strange: KeptValue[]; fields: Map<string, Done> }> {
  const rows = await listEventsAbout(tx, undo, uuids);
  const told = Map.groupBy(rows, ({ uuid }) => uuid);
  const strange: KeptValue[] = [];
  const items = new Map<string, Item>();
  const fields = new Map<string, Done>();
  const doneTo = (uuid: string) =>
    doneBy(told.get(uuid)!.map(({ event, body }) => ({ event, ...JSON.parse(body) })));
  const kinds = Map.groupBy(
    uuids.filter((uuid) => told.has(uuid)),
    (uuid) => told.get(uuid)![0]!.event.split('.')[0]!,
  );
  for (const [resource, own] of kinds) {
    const kind = core.kinds.find(({ definition }) => definition.name === resource);
    if (resource === 'custom_field') {
      for (const uuid of own) fields.set(uuid, doneTo(uuid));
      continue;
    }
    if (!kind) {
      const reason = 'Only records can be taken back. Change it by hand.';
      strange.push(...own.map((uuid) => ({ resource, uuid, field: null, reason })));
      continue;
    }
    const { alive, deleted } = await lockBoth(core, tx, kind, undo.account_uuid, own);
    for (const uuid of own) {
      const done = doneTo(uuid);
      const record = alive.get(uuid) ?? deleted.get(uuid);
      const now = record && { record, is_deleted: !alive.has(uuid) };
      items.set(uuid, { kind, uuid, done, record, aim: aimOf(kind.definition, done, now) });
    }
  }
  const again = [...items.values()].filter(
    ({ done, aim }) => done.was === 'deleted' && aim.action === 'delete',
  );
  const leads = await findMergesBefore(
    tx,
    undo,
    again.map(({ uuid }) => uuid),
  );
  for (const item of again) item.leads_to = leads.get(item.uuid);
  return { items: uuids.flatMap((uuid) => items.get(uuid) ?? []), strange, fields };
}

async function lockBoth(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  account_uuid: string,
  uuids: string[],
) {
  const [alive, deleted] = await Promise.all([
    records.lockRecords<CrmRecord>(tx, kind, account_uuid, uuids),
    records.findDeleted<CrmRecord>(tx, kind, wholeAccount(account_uuid), keptSince(core.clock), uuids),
  ]);
  return {
    alive: new Map(alive.map((record) => [record.uuid, record])),
    deleted: new Map(deleted.map((record) => [record.uuid, record])),
  };
}

function keptOf({ kind, uuid, aim }: Item): KeptValue[] {
  return aim.kept.map((kept) => ({ resource: kind.definition.name, uuid, ...kept }));
}

/** A record that is there again also gets the values that it had before the change. */
async function aimAtRestored(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  items: Item[],
  restored: Set<string>,
  sum: TakenBack,
): Promise<void> {
  const again = items.filter(({ uuid }) => restored.has(uuid));
  for (const [kind, own] of Map.groupBy(again, ({ kind }) => kind)) {
    const uuids = own.map(({ uuid }) => uuid);
    const { alive } = await lockBoth(core, tx, kind, undo.account_uuid, uuids);
    for (const item of own) {
      item.record = alive.get(item.uuid)!;
      const { definition } = kind;
      item.aim = putBack(definition, withDrift(definition, item.done, item.record), item.record);
      sum.kept.push(...keptOf(item));
    }
  }
}

/** Neighbours of one kind, which are written together. */
function runsOf(items: Item[]): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && last[0]!.kind === item.kind) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

type Outcome = { refusal: KeptValue | null; kept: KeptValue[] };

/** Does what is due about records of one kind. What PostgreSQL refuses is one refusal each. */
async function carryOut(core: RecordsCore, tx: Transaction, undo: Undo, items: Item[]): Promise<Outcome[]> {
  const { kind } = items[0]!;
  const outcomes = await inParts(
    tx,
    kind,
    items,
    (part) => carryOutPart(core, tx, undo, part),
    (item, problem): Outcome[] => [refusedBy(item, problem)],
  );
  // `carryOutPart` never answers with a Problem.
  return (outcomes as Outcome[][]).flat();
}

async function carryOutPart(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  items: Item[],
): Promise<Outcome[]> {
  const { kind } = items[0]!;
  const { account_uuid, cause, writing } = undo;
  const given = items.map(fieldsOf);
  const restored = items.flatMap(({ aim, record }) => (aim.action === 'restore' ? [record!] : []));
  const around = await lookAround(tx, core.kinds, kind, account_uuid, given, restored);
  const prepared = await prepare(tx, kind, account_uuid, items.map(wishOf), writing, around);
  const outcomes = items.map((): Outcome => ({ refusal: null, kept: [] }));
  for (const [index, item] of items.entries()) {
    const refusal = prepared[index]!;
    if (!(refusal instanceof Problem)) continue;
    const rest = withoutRefused(item, refusal);
    if (rest) {
      // The other values can be as before.
      [prepared[index]] = (await prepare(tx, kind, account_uuid, [wishOf(rest.item)], writing, around)) as [
        (typeof prepared)[number],
      ];
      outcomes[index]!.kept.push(...rest.kept);
    }
    if (prepared[index] instanceof Problem) outcomes[index] = refusedBy(item, refusal);
  }
  mergeAgain(tx, items, prepared, writing.now);
  await write(core, tx, kind, cause, account_uuid, planOf(kind, prepared, around.declared), writing.now);
  return outcomes;
}

/** Lets the deleted ones among these lead to others, as before their merge was taken back. */
function mergeAgain(
  tx: Transaction,
  items: Item[],
  prepared: (Prepared | Problem)[],
  merged_at: string,
): void {
  for (const [index, { kind, leads_to }] of items.entries()) {
    const one = prepared[index]!;
    if (one instanceof Problem || one.action !== 'delete' || leads_to === undefined) continue;
    const { account_uuid, uuid: from_uuid, external_id } = one.record;
    one.change!.merged_into_uuid = leads_to;
    const resource = kind.definition.name;
    insertMerge(tx, { account_uuid, from_uuid, into_uuid: leads_to, resource, external_id, merged_at });
  }
}

function wishOf({ kind, aim, record }: Item): Wish {
  if (aim.action !== 'put') return { action: aim.action!, before: record! };
  // Values that follow from others, such as the pipeline of a stage, come back with them all; else
  // they are made anew.
  const fields = kind.definition.fields as Record<string, RecordField>;
  const isWhole = aim.kept.every(({ field }) => fields[field ?? '']?.by !== 'caller');
  return { action: 'put', before: record!, fields: fieldsOf({ aim, record }), is_whole: isWhole };
}

/** The values to put back, as the record has them. */
function fieldsOf({ aim, record }: Pick<Item, 'aim' | 'record'>): Record<string, unknown> {
  return together(aim.fields, record!);
}

/** The item without the values that a refusal names; null when nothing would be left. */
function withoutRefused(item: Item, { errors, detail }: Problem): { item: Item; kept: KeptValue[] } | null {
  if (item.aim.action !== 'put') return null;
  const named = fieldsIn(errors).flatMap((name) => [name, otherHalf(item.kind.definition, name) ?? name]);
  // Without a key, a refusal may be of any custom field.
  const isRefused = (name: string) =>
    named.includes(name) || (name.startsWith('custom.') && named.includes('custom'));
  const refused = Object.keys(item.aim.fields).filter(isRefused);
  const fields = Object.fromEntries(
    Object.entries(item.aim.fields).filter(([name]) => !refused.includes(name)),
  );
  if (refused.length === 0 || Object.keys(fields).length === 0) return null;
  const reasonOf = (field: string) =>
    errors.find((error) => fieldsIn([error])[0] === field)?.detail ?? detail;
  const kept = refused.map((field) => ({ field, reason: reasonOf(field) }));
  const aim = { ...item.aim, fields, kept: [...item.aim.kept, ...kept] };
  return { item: { ...item, aim }, kept: keptOf({ ...item, aim: { ...aim, kept } }) };
}

function refusedBy({ kind, uuid }: Item, { errors, detail }: Problem): Outcome {
  const [field = null] = fieldsIn(errors);
  const reason = errors?.[0]?.detail ?? detail;
  return { refusal: { resource: kind.definition.name, uuid, field: field || null, reason }, kept: [] };
}

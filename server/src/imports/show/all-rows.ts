import { fold } from '@rapport/contract/fold';
import type { PlannedFile } from '@rapport/contract/imports';
import { numberIn } from '../../crm/phones.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { domainIn } from '../../platform/host-name.ts';
import { isUuid } from '../../platform/ids.ts';
import {
  type Candidate,
  findCandidatesByDomain,
  findCandidatesById,
  findCandidatesByPoint,
  findCandidatesByUuid,
  hasRecordsBefore,
} from '../../records/import/look-up.ts';
import type { AnyKind, RecordsCore } from '../../records/kind.ts';
import { NAMING } from '../plan/warnings.ts';
import * as queries from '../queries.ts';
import { SKIPPING } from '../read/cell-readers.ts';
import { saysDeleted } from '../read/cells/words.ts';
import { namesAgree } from '../run/agreement.ts';
import { type FileSetting, kindOf, type Row } from '../run/chunk.ts';
import { idOf } from '../run/complete.ts';
import { rowsIn } from '../run/outcomes.ts';

/** What all rows of a file say before the start. */
export type AllRows = {
  /** How many lack what a record of their kind cannot be without, and name none that is there. */
  refused: number;
  /** Those that may call a record that is there otherwise, or take an address from one. */
  renaming: Row[];
};

/** So many portions are looked at together: one look-up takes as long for some as for many. */
const CHUNKS_AT_ONCE = 4;

/** More rows that may rename need nobody to know each. */
const RENAMING_MAX = 5000;

const ANY_TIME = new Date('9999-12-31');

/** Looks at every row of a file, but only at its cells of names, ids and addresses. */
export async function lookAtAll(
  core: RecordsCore,
  tx: Transaction,
  import_uuid: string,
  place: number,
  row_count: number,
  setting: FileSetting,
): Promise<AllRows> {
  const kind = kindOf(core, setting.kind);
  const looked: AllRows = { refused: 0, renaming: [] };
  const isThere = await hasRecordsBefore(tx, kind, setting.account_uuid, ANY_TIME);
  const { on_match } = setting.plan;
  const mayRename =
    isThere && kind.definition.match_by !== undefined && ['update', 'fill'].includes(on_match);
  if (!mayRename && !mayLackNames(setting, row_count)) return looked;
  const keysOf = keysIn(setting);
  for (let position = 0; ; position += CHUNKS_AT_ONCE) {
    const rows = await rowsFrom(tx, import_uuid, place, position);
    if (rows.length === 0) return looked;
    const keyed = rows.map((row) => ({ row, ...keysOf(row.cells) }));
    const nameless = NAMED.has(setting.kind)
      ? keyed.filter(({ name, isSkipped }) => name === '' && !isSkipped)
      : [];
    const wanted = mayRename ? keyed : nameless;
    const found = isThere ? await candidatesFor(tx, kind, setting, wanted) : new Map<string, Candidate[]>();
    const candidatesOf = ({ keys }: Keys) => keys.flatMap((key) => found.get(key) ?? []);
    looked.refused += nameless.filter((one) => candidatesOf(one).length === 0).length;
    if (!mayRename) continue;
    for (const one of keyed) {
      if (looked.renaming.length >= RENAMING_MAX) break;
      const candidates = candidatesOf(one);
      const own = candidates.filter((candidate) => mayBeAbout(one, candidate, setting.file.take_hints));
      const isOther = own.some(({ name }) => fold(name) !== fold(one.name));
      const uuids = new Set(candidates.map(({ uuid }) => uuid));
      if ((isOther && one.name !== '') || (own.length > 0 && uuids.size > 1)) looked.renaming.push(one.row);
    }
  }
}

/** True for a record that the row may change: by an address alone only one that is called alike. */
function mayBeAbout({ name, keys }: Keys, candidate: Candidate, take_hints = false): boolean {
  const isById = [`id ${candidate.wanted}`, `uuid ${candidate.wanted}`].some((key) => keys.includes(key));
  return take_hints || isById || name === '' || namesAgree(name, candidate.name);
}

/** False for a kind that is never without a name, and where one column names every row. */
function mayLackNames({ kind, file, analyses }: FileSetting, row_count: number): boolean {
  const names = placesOf(file, NAMING[kind]);
  return NAMED.has(kind) && !names.some((place) => analyses[place]!.filled === row_count);
}

/** Kinds of which a row without any name is refused. A deal and a task get a title. */
const NAMED = new Set(['client', 'contact', 'note']);

async function rowsFrom(tx: Queryable, uuid: string, place: number, position: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = position; at < position + CHUNKS_AT_ONCE; at += 1) {
    const chunk = await queries.findChunk(tx, uuid, place, at);
    if (!chunk) break;
    rows.push(...rowsIn(chunk.rows));
  }
  return rows;
}

/** What a row is called, and by what a record of it may be found: `id hubspot:7`. */
type Keys = { name: string; isSkipped: boolean; keys: string[] };

/** Reads of a row only what it is called and found by. */
function keysIn({ kind, file, prefix, country }: FileSetting): (cells: string[]) => Keys {
  const [ids, uuids, emails] = [['external_id'], ['uuid'], ['email']].map((to) => placesOf(file, to));
  const skips = placesOf(file, Object.keys(SKIPPING));
  const whole = placesOf(file, ['name']);
  const parts = ['first_name', 'middle_name', 'last_name'].flatMap((to) => placesOf(file, [to]));
  const others = placesOf(file, NAMING[kind]);
  const byHint = file.take_hints === true;
  const phones = byHint ? placesOf(file, ['phone']) : [];
  const domains = byHint ? placesOf(file, ['domain', 'website']) : [];
  return (cells) => {
    const at = (places: number[]) => places.flatMap((place) => cells[place]?.trim() || []);
    const split = (places: number[]) => at(places).flatMap((text) => text.split(/[\s;,]+/));
    return {
      name: at(whole)[0] ?? (at(parts).join(' ') || (at(others)[0] ?? '')),
      isSkipped: at(skips).some(saysDeleted),
      keys: [
        ...at(ids!).map((id) => `id ${idOf(prefix, id)}`),
        ...at(uuids!).map((uuid) => `uuid ${uuid.toLowerCase()}`),
        ...split(emails!).map((email) => `point ${fold(email)}`),
        ...at(phones)
          .flatMap((phone) => numberIn(phone, country).e164 ?? [])
          .map((e164) => `point ${e164}`),
        ...at(domains)
          .flatMap((text) => domainIn(text) ?? [])
          .map((domain) => `domain ${domain}`),
      ],
    };
  };
}

function placesOf({ columns }: PlannedFile, targets: string[]): number[] {
  return columns.flatMap(({ to }, place) => (to !== null && targets.includes(to) ? [place] : []));
}

/** The records that these keys may mean. */
async function candidatesFor(
  tx: Queryable,
  kind: AnyKind,
  { account_uuid }: FileSetting,
  rows: Keys[],
): Promise<Map<string, Candidate[]>> {
  const all = new Set(rows.flatMap(({ keys }) => keys));
  const found = new Map<string, Candidate[]>();
  const textsOf = (sort: string) =>
    [...all].flatMap((key) => (key.startsWith(`${sort} `) ? [key.slice(sort.length + 1)] : []));
  const add = (sort: string, candidates: Candidate[]) => {
    for (const candidate of candidates) {
      const key = `${sort} ${candidate.wanted}`;
      found.set(key, [...(found.get(key) ?? []), candidate]);
    }
  };
  const [ids, uuids, points, domains] = ['id', 'uuid', 'point', 'domain'].map(textsOf);
  if (ids!.length > 0) add('id', await findCandidatesById(tx, kind, account_uuid, ids!));
  const own = uuids!.filter(isUuid);
  if (own.length > 0) add('uuid', await findCandidatesByUuid(tx, kind, account_uuid, own));
  if (points!.length > 0)
    add('point', await findCandidatesByPoint(tx, kind, account_uuid, points!, ANY_TIME));
  if (domains!.length > 0)
    add('domain', await findCandidatesByDomain(tx, kind, account_uuid, domains!, ANY_TIME));
  return found;
}

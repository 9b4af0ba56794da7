import { fold } from '@rapport/contract/fold';
import type { MatchKey } from '@rapport/contract/imports';
import { numberIn } from '../../crm/phones.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { domainIn } from '../../platform/host-name.ts';
import { isUuid } from '../../platform/ids.ts';
import { mapInTurns } from '../../platform/process/in-turns.ts';
import {
  type Candidate,
  findCandidatesByDomain,
  findCandidatesByName,
  findCandidatesByNameAndCity,
  findCandidatesByNumber,
  findCandidatesByPoint,
  hasRecordsBefore,
  lockByExternalId,
  lockByUuid,
  lockWinners,
} from '../../records/import/look-up.ts';
import type { AnyKind, CrmRecord } from '../../records/kind.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { agreementOf, contradicts } from './agreement.ts';
import type { Completed } from './complete.ts';

/** The records that a row may mean, locked. */
export type Match = {
  records: CrmRecord[];
  /** False: they agree with the row by a hint alone, of this key. */
  isProof: boolean;
  key: MatchKey;
};

type MatchSetting = {
  kind: AnyKind;
  account_uuid: string;
  /** Of the Account: numbers without code are of this country. */
  country: string | null;
  match_by: readonly MatchKey[];
  /** A person has said that hints are proof. */
  take_hints: boolean;
  /** Records that this import has made are no matches, but for those with the same external_id. */
  before: Date;
};

/** Later than any record. */
const TO_COME = new Date('9999-12-31');

/** What a row is looked for by, one text a key. */
type Wanted = { key: MatchKey; texts: string[] }[];

/** So many records are looked at for one row by an address of its own. */
const CANDIDATES_MAX = 5;

/**
 * Deals of one title are many, as one is made each month, and so are people of one name or at one
 * number. Those that agree best are looked at.
 */
const NAMESAKES_MAX = 200;

/**
 * Finds, for many rows at once, the records that are there already, locked until the transaction
 * ends. The uuid of a file of ours decides first, then an id alone, also that of a record which was
 * merged. By the other keys a row with an id finds only records that have none, so that two records
 * of the source stay two.
 */
export async function findMatches(
  tx: Transaction,
  rows: Completed[],
  setting: MatchSetting,
  clientOf: (row: Completed) => string | undefined,
): Promise<Map<Completed, Match>> {
  const { kind, account_uuid } = setting;
  const ids = new Set(rows.flatMap(({ given }) => (given.external_id as string | undefined) ?? []));
  const known = await lockByExternalId(tx, kind, account_uuid, [...ids]);
  const byId = new Map(known.map((record) => [record.external_id, record]));
  const named = rows.flatMap(({ extras: { uuid } }) => (uuid && isUuid(uuid) ? [uuid.toLowerCase()] : []));
  const own =
    setting.match_by.length === 0 ? [] : await lockByUuid(tx, kind, account_uuid, [...new Set(named)]);
  const byOwn = new Map(own.map((record) => [record.uuid, record]));
  const winners = await lockWinners(tx, kind, account_uuid, {
    external_ids: [...ids].filter((id) => !byId.has(id)),
    uuids: setting.match_by.length === 0 ? [] : named.filter((uuid) => !byOwn.has(uuid)),
  });
  const matches = new Map<Completed, Match>();
  const others: Completed[] = [];
  for (const row of rows) {
    const id = (row.given.external_id as string | undefined) ?? '';
    const uuid = row.extras.uuid?.toLowerCase() ?? '';
    const there = byOwn.get(uuid) ?? byId.get(id);
    const record = there ?? winners.get(uuid) ?? winners.get(id);
    if (record && !there) row.isOfMerged = true;
    if (winners.has(id)) delete row.given.external_id;
    if (record) matches.set(row, { records: [record], isProof: true, key: 'external_id' });
    else others.push(row);
  }
  const found = await findOthers(tx, others, setting, clientOf);
  const wanted = new Set([...found.values()].flatMap(({ uuids }) => uuids));
  const locked = await lockByUuid(tx, kind, account_uuid, [...wanted]);
  const byUuid = new Map(locked.map((record) => [record.uuid, record]));
  for (const [row, { uuids, isProof, key }] of found) {
    const records = uuids.flatMap((uuid) => byUuid.get(uuid) ?? []);
    const agreeing = records.filter((record) => !contradicts(key, row.given, record));
    const isContradicted = !setting.take_hints && agreeing.length === 0;
    const best = (agreeing.length > 0 ? agreeing : records).slice(0, mostBy(key));
    if (best.length > 0) matches.set(row, { records: best, key, isProof: isProof && !isContradicted });
  }
  return matches;
}

type Found = { uuids: string[]; isProof: boolean; key: MatchKey };

/** Proof by any key comes before a hint by an earlier one. */
async function findOthers(
  tx: Transaction,
  rows: Completed[],
  setting: MatchSetting,
  clientOf: (row: Completed) => string | undefined,
): Promise<Map<Completed, Found>> {
  const { kind, account_uuid, match_by, before, country } = setting;
  const all = match_by.filter((key) => key !== 'external_id');
  const found = new Map<Completed, Found>();
  if (rows.length === 0 || all.length === 0) return found;
  // A row with an id finds only records without one.
  const haveIds = rows.every(({ given }) => given.external_id !== undefined);
  const hasOthers = await hasRecordsBefore(tx, kind, account_uuid, before, haveIds);
  // By its e-mail address a row also finds what rows before it have made.
  const keys = hasOthers ? all : all.filter((key) => key === 'email' && !haveIds);
  if (keys.length === 0) return found;
  const wanted = new Map(await mapInTurns(rows, (row) => [row, wantedOf(row, keys, country)] as const));
  for (const key of keys) {
    const open = rows.filter((row) => !found.get(row)?.isProof);
    const texts = [...new Set(open.flatMap((row) => textsOf(wanted.get(row)!, key)))];
    if (texts.length === 0) continue;
    const candidates = groupBy(await candidatesBy(tx, key, texts, setting));
    for (const row of open) {
      const own = textsOf(wanted.get(row)!, key).flatMap((text) => candidates.get(text) ?? []);
      const { uuids, isProof } = chooseFrom(own, row, key, setting, clientOf(row));
      if (uuids.length > 0 && (isProof || !found.has(row))) found.set(row, { uuids, isProof, key });
    }
  }
  return found;
}

function wantedOf({ given, defaults }: Completed, keys: MatchKey[], country: string | null): Wanted {
  return keys.map((key) => ({ key, texts: textsBy(key, { ...defaults, ...given }, country) }));
}

function textsBy(key: MatchKey, given: Record<string, unknown>, country: string | null): string[] {
  const values = (name: string) => ((given[name] ?? []) as { value: string }[]).map(({ value }) => value);
  switch (key) {
    case 'email':
      return values('emails').map(fold);
    case 'phone':
      return values('phones').map((typed) => numberIn(typed, country).e164 ?? typed);
    case 'domain':
      return [given.domain ?? domainIn((given.website as string | null) ?? '')].filter(
        (text) => typeof text === 'string',
      );
    case 'name_city': {
      const name = nameIn(given);
      const [address] = (given.addresses ?? []) as { city?: string }[];
      return name ? [`${name}\n${address?.city ?? ''}`] : [];
    }
    case 'title':
      return typeof given.title === 'string' ? [given.title] : [];
    default:
      return [];
  }
}

function textsOf(wanted: Wanted, key: MatchKey): string[] {
  return wanted.find((one) => one.key === key)!.texts;
}

function candidatesBy(
  tx: Transaction,
  key: MatchKey,
  texts: string[],
  setting: MatchSetting,
): Promise<Candidate[]> {
  const { kind, account_uuid, before } = setting;
  switch (key) {
    case 'email':
      // Also those of the rows before: a person who stands twice in a list is one.
      return findCandidatesByPoint(tx, kind, account_uuid, texts, TO_COME);
    case 'phone':
      return candidatesByPhone(tx, texts, setting);
    case 'domain':
      return findCandidatesByDomain(tx, kind, account_uuid, texts, before);
    case 'name_city': {
      const pairs = texts.map((text) => text.split('\n') as [string, string]);
      const wanted = pairs.map(([name, city]) => ({ name, city }));
      return findCandidatesByNameAndCity(tx, kind, account_uuid, wanted, before, NAMESAKES_MAX);
    }
    default:
      return findCandidatesByName(tx, kind, account_uuid, texts, before, NAMESAKES_MAX);
  }
}

async function candidatesByPhone(
  tx: Transaction,
  texts: string[],
  { kind, account_uuid, before }: MatchSetting,
): Promise<Candidate[]> {
  const { world = [], local = [] } = Object.groupBy(texts, (text) =>
    /^\+\d+$/.test(text) ? 'world' : 'local',
  );
  const found = await findCandidatesByPoint(tx, kind, account_uuid, world, before);
  if (local.length === 0) return found;
  return [...found, ...(await findCandidatesByNumber(tx, kind, account_uuid, local, before))];
}

function groupBy(candidates: Candidate[]): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    groups.set(candidate.wanted, [...(groups.get(candidate.wanted) ?? []), candidate]);
  }
  return groups;
}

/** How many records one row may mean. */
function mostBy(key: MatchKey): number {
  return key === 'email' ? CANDIDATES_MAX : NAMESAKES_MAX;
}

/** What a row calls its record. */
export function nameIn(given: Record<string, unknown>): string {
  return String(given.name ?? given.title ?? [given.first_name, given.last_name].filter(Boolean).join(' '));
}

/** Those that fit best: at the row's own Client, else with its name, else all that agree. */
function chooseFrom(
  candidates: Candidate[],
  { given }: Completed,
  key: MatchKey,
  { kind, take_hints }: MatchSetting,
  client: string | undefined,
): Pick<Found, 'uuids' | 'isProof'> {
  const name = nameIn(given);
  const first_name = String(given.first_name ?? (/,\s*(.+)/.exec(name)?.[1] || name));
  const free = candidates.filter(
    ({ external_id }) => given.external_id === undefined || external_id === null,
  );
  const { proof = [], hint = [] } = Object.groupBy(free, (candidate) => {
    const agreement = agreementOf(kind.definition.name as ImportedKind, key, {
      name,
      first_name,
      candidate,
      client,
    });
    return take_hints && agreement === 'hint' ? 'proof' : agreement;
  });
  const isProof = proof.length > 0;
  const all = isProof ? proof : hint;
  const near = client === undefined ? [] : all.filter(({ related }) => related.includes(client));
  const namesakes = all.filter((one) => fold(one.name) === fold(name));
  const best = [near, namesakes, all].find((some) => some.length > 0) ?? [];
  const uuids = new Set(best.map(({ uuid }) => uuid));
  return { uuids: [...uuids].slice(0, mostBy(key)), isProof };
}

import type { Transaction } from '../../platform/database/database.ts';
import { isUuid, newUuid } from '../../platform/ids.ts';
import {
  type Candidate,
  findCandidatesByDomain,
  findCandidatesById,
  findCandidatesByName,
  findCandidatesByPoint,
  findCandidatesByUuid,
} from '../../records/import/look-up.ts';
import type { AnyKind } from '../../records/kind.ts';
import type { Link } from '../read/draft.ts';
import { type Completed, idOf } from './complete.ts';

/** The kinds that rows can name, as the columns of links call them. */
const LINKED = ['client', 'contact', 'deal'] as const;
type Linked = (typeof LINKED)[number];

export type Found = { kind: Linked; uuid: string; link: Link; text: string };

/** A link that leads nowhere, with the reason for the row. */
export type Missing = { link: Link; text: string; detail: string };

/** The records that a row names. */
export type RowLinks = { found: Found[]; missing: Missing[] };

/** A record that a row names and that is not there: by one of these ids, or by its name. */
export type Named = { kind: string; text: string; ids: string[]; isByName: boolean };

/** Records that are taken to come with the set, by what names them: `client 77`. */
type Brought = Set<string>;

/** Says which of the named records come with the set. Where they are there already, none. */
export type Bring = (named: Named[]) => Brought;

export type LinkSetting = {
  kinds: readonly AnyKind[];
  account_uuid: string;
  /** What may stand before ids of the source: that of the row's own file comes first. */
  prefixes: string[];
  /** In a look at many rows: records that other files of the set bring. */
  brought: Brought;
};

/** What the database has of all that the rows of a chunk name. */
export type LinkIndex = Map<string, Candidate[]>;

/**
 * Looks up, for many rows at once, the records that their cells name: by the id of the source, by
 * external_id, by uuid, or by name.
 */
export async function indexLinks(
  tx: Transaction,
  rows: Completed[],
  setting: Omit<LinkSetting, 'brought'>,
): Promise<LinkIndex> {
  const index: LinkIndex = new Map();
  for (const kind of LINKED) {
    const record = setting.kinds.find(({ definition }) => definition.name === kind)!;
    const ids = new Set<string>();
    const names = new Set<string>();
    const points = new Set<string>();
    const domains = new Set<string>();
    for (const link of rows.flatMap(({ links }) => links)) {
      if (!mayBe(link, kind)) continue;
      for (const text of link.texts) {
        if (link.to === 'client_domain') domains.add(text);
        else if (link.to === 'contact_email') points.add(text);
        else for (const id of idsOf(text, setting)) ids.add(id);
        if (isNamed(link)) names.add(text);
      }
    }
    const { account_uuid } = setting;
    const uuids = [...ids].filter(isUuid).map((uuid) => uuid.toLowerCase());
    if (ids.size > 0)
      addAll(index, `${kind} id`, await findCandidatesById(tx, record, account_uuid, [...ids]));
    if (uuids.length > 0)
      addAll(index, `${kind} id`, await findCandidatesByUuid(tx, record, account_uuid, uuids));
    if (points.size > 0)
      addAll(
        index,
        `${kind} contact_email`,
        await findCandidatesByPoint(tx, record, account_uuid, [...points], TO_COME),
      );
    if (domains.size > 0)
      addAll(
        index,
        `${kind} client_domain`,
        await findCandidatesByDomain(tx, record, account_uuid, [...domains], TO_COME),
      );
    if (names.size > 0)
      addAll(index, `${kind} name`, await findCandidatesByName(tx, record, account_uuid, [...names]));
  }
  return index;
}

/** Later than any record. */
const TO_COME = new Date('9999-12-31');

function addAll(index: LinkIndex, space: string, candidates: Candidate[]): void {
  for (const candidate of candidates) {
    const key = `${space} ${candidate.wanted}`;
    const list = index.get(key);
    if (list) list.push(candidate);
    else index.set(key, [candidate]);
  }
}

/**
 * What rows name and the database lacks; with `once` also the names of which it has one record, as
 * a second may come.
 */
export function namedBeside(
  rows: Completed[],
  index: LinkIndex,
  setting: Pick<LinkSetting, 'prefixes'>,
  once?: 'or once',
): Named[] {
  const named = new Map<string, Named>();
  for (const link of rows.flatMap(({ links }) => links)) {
    for (const kind of LINKED.filter((one) => mayBe(link, one))) {
      for (const text of link.texts) {
        const isByName = isNamed(link);
        const called = isByName ? (index.get(`${kind} name ${text}`)?.length ?? 0) : 0;
        if (isReach(link) && index.has(`${kind} ${link.to} ${text}`)) continue;
        if (byId(kind, text, index, setting) || called > (once ? 1 : 0)) continue;
        named.set(`${kind} ${text} ${isByName}`, { kind, text, ids: idsOf(text, setting), isByName });
      }
    }
  }
  return [...named.values()];
}

function mayBe({ to }: Link, kind: Linked): boolean {
  return to === 'record_id' || to === kind || to === `${kind}_id` || (isReach({ to }) && to.startsWith(kind));
}

function isNamed({ to }: Link): boolean {
  return !to.endsWith('_id') && !isReach({ to });
}

/** True for a link by a domain or an e-mail address. */
function isReach({ to }: Pick<Link, 'to'>): boolean {
  return to === 'client_domain' || to === 'contact_email';
}

/**
 * The records that a row names. Of several with one name, the one at the row's own Client is meant.
 * A name beside an id that was found says nothing more.
 */
export function linksOf(row: Completed, index: LinkIndex, setting: LinkSetting): RowLinks {
  const links: RowLinks = { found: [], missing: [] };
  // A column that names one of several records beside a column of all says which is the main one.
  const inOrder = row.links.toSorted((a, b) => rankOf(a) - rankOf(b) || a.texts.length - b.texts.length);
  for (const link of inOrder) {
    const isSaid = links.found.some(
      ({ kind }) => link.to === kind || (isReach(link) && link.to.startsWith(kind)),
    );
    if (isSaid && !link.to.endsWith('_id')) continue;
    for (const text of link.texts) addLink(links, link, text, index, setting);
  }
  return links;
}

const RANKS = 'client_id client client_domain record_id contact_id contact_email contact deal_id deal'.split(
  ' ',
);

/** Clients come first, because they decide who is meant by the name of a person. */
function rankOf({ to }: Link): number {
  return RANKS.indexOf(to);
}

function addLink(links: RowLinks, link: Link, text: string, index: LinkIndex, setting: LinkSetting): void {
  const kinds = LINKED.filter((kind) => mayBe(link, kind));
  for (const kind of kinds) {
    const candidate = candidateFor(kind, link, text, index, setting, links.found);
    if (candidate === null) continue;
    if (candidate === 'several') {
      links.missing.push({ link, text, detail: `Several ${kind}s are called "${text}".` });
    } else if (!links.found.some(({ uuid }) => uuid === candidate))
      links.found.push({ kind, uuid: candidate, link, text });
    return;
  }
  const coming = kinds.find((kind) => setting.brought.has(`${kind} ${text}`));
  if (coming) {
    const isThere = links.found.some((one) => one.kind === coming && one.text === text);
    if (!isThere) links.found.push({ kind: coming, uuid: newUuid(new Date()), link, text });
    return;
  }
  const what = kinds.length === 1 ? kinds[0] : 'client, contact or deal';
  links.missing.push({ link, text, detail: `There is no ${what} "${text}".` });
}

function candidateFor(
  kind: Linked,
  link: Link,
  text: string,
  index: LinkIndex,
  setting: LinkSetting,
  others: Found[],
): string | 'several' | null {
  const found = isReach(link) ? undefined : byId(kind, text, index, setting);
  if (found) return found[0]!.uuid;
  if (!isNamed(link) && !isReach(link)) return null;
  const named = index.get(`${kind} ${isReach(link) ? link.to : 'name'} ${text}`) ?? [];
  if (named.length <= 1) return named[0]?.uuid ?? null;
  const near = named.filter(({ related }) => others.some(({ uuid }) => related.includes(uuid)));
  return near.length === 1 ? near[0]!.uuid : 'several';
}

function byId(
  kind: Linked,
  text: string,
  index: LinkIndex,
  setting: Pick<LinkSetting, 'prefixes'>,
): Candidate[] | undefined {
  const id = idsOf(text, setting).find((one) => index.has(`${kind} id ${one}`));
  return id === undefined ? undefined : index.get(`${kind} id ${id}`);
}

/** The ids and the uuid that a text may be. */
function idsOf(text: string, { prefixes }: Pick<LinkSetting, 'prefixes'>): string[] {
  return [...prefixes.map((prefix) => idOf(prefix, text)), text, text.toLowerCase()];
}

/** The Clients of a person or deal that a row names, when it names no Client itself. */
export function clientsThrough(row: Completed, index: LinkIndex, setting: LinkSetting): string[] {
  for (const link of row.links.filter(({ to }) => to.startsWith('contact'))) {
    for (const text of link.texts) {
      const space = isReach(link) ? link.to : 'name';
      const candidates = byId('contact', text, index, setting) ?? index.get(`contact ${space} ${text}`);
      if (candidates?.length === 1 && candidates[0]!.related.length > 0) return candidates[0]!.related;
      if (setting.brought.has(`contact ${text}`)) return [newUuid(new Date())];
    }
  }
  return [];
}

import { fold } from '@rapport/contract/fold';
import type { PlannedFile } from '@rapport/contract/imports';
import type { Queryable } from '../../platform/database/database.ts';
import type { ImportRecord } from '../queries.ts';
import * as queries from '../queries.ts';
import { SKIPPING } from '../read/cell-readers.ts';
import { saysDeleted } from '../read/cells/words.ts';
import type { Row } from '../run/chunk.ts';
import { idOf } from '../run/complete.ts';
import type { DecidedRow } from '../run/decide-row.ts';
import type { Bring, Named } from '../run/links.ts';
import { rowsIn } from '../run/outcomes.ts';
import { prefixOf } from '../run/settings.ts';

/** For a look at many rows: what is of a kind that the set brings is taken to be in it. */
export function bringsAllOf(plan: ImportRecord['plan']): Bring {
  const kinds = new Set<string | null>(plan.files.map(({ resource }) => resource));
  return (named) => new Set(named.filter(({ kind }) => kinds.has(kind)).map(nameOf));
}

/** So many rows of one name are enough to see that it is not clear who is meant. */
const OF_ONE_NAME_MAX = 5;

/** So many portions of a file are looked at, a million rows: a person waits for the preview. */
const CHUNKS_MAX = 2000;

/**
 * Finds the rows of a file that bring records which other rows name: for a preview, in which they
 * come before those. What they bring is taken out of `named`, but for names: a second record of one
 * makes it unclear who is meant.
 */
export async function rowsBringing(
  tx: Queryable,
  { uuid, plan }: Pick<ImportRecord, 'uuid' | 'plan'>,
  place: number,
  prefix: string | null,
  named: Set<Named>,
): Promise<Row[]> {
  const file = plan.files[place]!;
  const open = new Set([...named].filter((one) => mayBring(file.resource!, one)));
  const wanted = Map.groupBy(
    [...open].flatMap((one) => keysOfNamed(file.resource!, one).map((key) => ({ key, one }))),
    ({ key }) => key,
  );
  const keysOf = keysIn(file, prefix);
  const rows: Row[] = [];
  const counts = new Map<Named, number>();
  /** True while more rows may bring what a row has brought. */
  const isOpenAfter = (one: Named) => {
    const count = (counts.get(one) ?? 0) + 1;
    counts.set(one, count);
    return one.isByName && count < OF_ONE_NAME_MAX;
  };
  let mayHave = filterFor(open);
  for (let position = 0; open.size > 0 && position < CHUNKS_MAX; position += 1) {
    const chunk = await queries.findChunk(tx, uuid, place, position);
    if (!chunk) break;
    if (!mayHave(chunk.rows)) continue;
    const before = open.size;
    for (const row of rowsIn(chunk.rows)) {
      const brings = keysOf(row.cells).flatMap((key) => wanted.get(key) ?? []);
      const found = new Set(brings.map(({ one }) => one).filter((one) => open.has(one)));
      if (found.size > 0) rows.push(row);
      for (const one of found) {
        if (isOpenAfter(one)) continue;
        open.delete(one);
        named.delete(one);
      }
    }
    if (open.size < before) mayHave = filterFor(open);
  }
  return rows;
}

/**
 * Says of the rows of a chunk, as they are kept, whether one of the named records may be in them.
 * To look for a word of each takes a tenth of the time of reading all cells. A word stands in one
 * cell, also where several make a name, and behind what may be the prefix of an id.
 */
function filterFor(named: Set<Named>): (rows: string) => boolean {
  // Ids have no letters of several forms, and folding takes longer than all else.
  const plain = [...named].some(({ isByName }) => isByName) ? fold : (text: string) => text.toLowerCase();
  const words = [...named].map(({ text }) => {
    const parts = text.slice(text.indexOf(':') + 1).split(/[\s:]+/);
    const [longest] = parts.toSorted((a, b) => b.length - a.length);
    return RegExp.escape(plain(JSON.stringify(longest).slice(1, -1)));
  });
  // An escaped blank, such as \n, may stand before it.
  const any = new RegExp(`(?<=["\\s:]|\\\\\\w+)(?:${words.join('|')})(?=["\\s:\\\\])`);
  return (rows) => any.test(plain(rows));
}

/**
 * The rows of a file of links, without those that are refused only because their record is not
 * there yet: another file of the set brings it.
 */
export async function withoutBrought(
  tx: Queryable,
  row: Pick<ImportRecord, 'uuid' | 'files' | 'plan'>,
  place: number,
  decided: DecidedRow[],
): Promise<DecidedRow[]> {
  const kind = row.plan.files[place]!.resource!;
  const isLinks = (file: number) => row.files[file]!.rows_are === 'links';
  if (!isLinks(place)) return decided;
  const idIn = ({ outcome, given }: DecidedRow) =>
    outcome === 'refused' && typeof given.external_id === 'string' ? given.external_id : null;
  const ids = new Set(decided.flatMap((one) => idIn(one) ?? []));
  const missing = new Set([...ids].map((id) => ({ kind, text: id, ids: [id], isByName: false })));
  for (const [file, { resource }] of row.plan.files.entries()) {
    if (resource !== kind || isLinks(file)) continue;
    await rowsBringing(tx, row, file, prefixOf(row.files[file]!.preset), missing);
  }
  const notThere = new Set([...missing].map(({ text }) => text));
  return decided.filter((one) => idIn(one) === null || notThere.has(idIn(one)!));
}

function nameOf({ kind, text }: Named): string {
  return `${kind} ${text}`;
}

/** Kinds whose rows make the Client that they name, if there is none. */
const NAMING_CLIENTS = ['contact', 'deal'];

function mayBring(resource: string, { kind, isByName }: Named): boolean {
  if (kind === resource) return true;
  // A deal makes the Client and the person whom it names.
  return (
    isByName &&
    (kind === 'client' ? NAMING_CLIENTS.includes(resource) : resource === 'deal' && kind === 'contact')
  );
}

/** The keys of rows of this kind that bring a named record. */
function keysOfNamed(resource: string, { kind, text, ids, isByName }: Named): string[] {
  const byId = kind === resource ? ids.map((id) => `id ${id}`) : [];
  return [...byId, ...(isByName ? [`${kind} name ${fold(text)}`] : [])];
}

/** What records of rows will be known by: ids, names, and the name of the Client that is made. */
function keysIn(file: PlannedFile, prefix: string | null): (cells: string[]) => string[] {
  const kind = file.resource!;
  const [ids, uuids] = [placesOf(file, 'external_id'), placesOf(file, 'uuid')];
  const skips = placesOf(file, ...Object.keys(SKIPPING));
  const names = placesOf(file, 'name', 'title');
  const parts = ['first_name', 'middle_name', 'last_name'].flatMap((to) => placesOf(file, to));
  const clients = NAMING_CLIENTS.includes(kind) ? placesOf(file, 'client') : [];
  const persons = kind === 'deal' ? placesOf(file, 'contact') : [];
  return (cells) => {
    const at = (places: number[]) => places.flatMap((place) => cells[place]?.trim() || []);
    if (at(skips).some(saysDeleted)) return [];
    return [
      ...at(ids).map((id) => `id ${idOf(prefix, id)}`),
      ...at(uuids).map((uuid) => `id ${uuid.toLowerCase()}`),
      `${kind} name ${fold(at(names)[0] ?? at(parts).join(' '))}`,
      ...at(clients).map((name) => `client name ${fold(name)}`),
      ...at(persons).map((name) => `contact name ${fold(name)}`),
    ];
  };
}

function placesOf({ columns }: PlannedFile, ...targets: string[]): number[] {
  return columns.flatMap(({ to }, place) => (to !== null && targets.includes(to) ? [place] : []));
}

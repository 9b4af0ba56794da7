import { fold } from '@rapport/contract/fold';
import type { PlannedFile } from '@rapport/contract/imports';
import type { Queryable } from '../platform/database/database.ts';
import { saysDeleted } from './cells/words.ts';
import { idOf } from './complete.ts';
import type { Bring, Brought, Named } from './links.ts';
import { orderedFiles, rowsIn } from './outcomes.ts';
import type { ImportRecord } from './queries.ts';
import * as queries from './queries.ts';

/** For a look at many rows: what is of a kind that the set brings is taken to be in it. */
export function bringsAllOf(plan: ImportRecord['plan']): Bring {
  const kinds = new Set<string | null>(plan.files.map(({ resource }) => resource));
  return async (named) => {
    const coming = named.filter(({ kind }) => kinds.has(kind));
    return new Map(coming.map(({ kind, text }) => [`${kind} ${text}`, { hasClient: true }]));
  };
}

type FilesOf = Pick<ImportRecord, 'uuid' | 'plan'> & { prefixes: (string | null)[] };

/** For a preview: looks into the files, so that it says which links will be lost. */
export function bringsFrom(tx: Queryable, files: FilesOf): Bring {
  return async (named) => {
    const brought: Brought = new Map();
    for (const place of orderedFiles(files.plan.files)) {
      const open = named.filter(({ kind, text }) => !brought.has(`${kind} ${text}`));
      await lookInto(tx, files, place, open, brought);
    }
    return brought;
  };
}

/** So many portions of a file are looked at, 100,000 rows: a person waits for the preview. */
const CHUNKS_MAX = 400;

async function lookInto(
  tx: Queryable,
  { uuid, plan, prefixes }: FilesOf,
  place: number,
  named: Named[],
  brought: Brought,
): Promise<void> {
  const file = plan.files[place]!;
  const wanted = wantedIn(file.resource!, named);
  const keysOf = keysIn(file, prefixes[place]!);
  const clients = placesOf(file, 'client', 'client_id');
  for (let position = 0; wanted.size > 0; position += 1) {
    const chunk = await queries.findChunk(tx, uuid, place, position);
    if (!chunk) return;
    if (position === CHUNKS_MAX) {
      // Nobody has looked behind it: what is named may be there.
      for (const name of [...wanted.values()].flat()) brought.set(name, { hasClient: true });
      return;
    }
    for (const { cells } of rowsIn(chunk.rows)) {
      for (const key of keysOf(cells)) {
        const names = wanted.get(key);
        if (!names) continue;
        for (const name of names) brought.set(name, { hasClient: clients.some((at) => cells[at]) });
        wanted.delete(key);
      }
    }
  }
}

/** What a file of this kind may bring, by the keys of its rows. */
function wantedIn(resource: string, named: Named[]): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const { kind, text, ids, isByName } of named) {
    const byId = kind === resource ? ids.map((id) => `id ${id}`) : [];
    const byName = isByName && (kind === resource || NAMING_CLIENTS.includes(resource));
    const name = `${kind} ${text}`;
    for (const key of [...byId, ...(byName ? [`${kind} name ${fold(text)}`] : [])])
      wanted.set(key, [...(wanted.get(key) ?? []), name]);
  }
  return wanted;
}

/** Kinds whose rows make the Client that they name, if there is none. */
const NAMING_CLIENTS = ['contact', 'deal'];

/** What records of rows will be known by: ids, names, and the name of the Client that is made. */
function keysIn(file: PlannedFile, prefix: string | null): (cells: string[]) => string[] {
  const kind = file.resource!;
  const [ids, uuids, skips] = [placesOf(file, 'external_id'), placesOf(file, 'uuid'), placesOf(file, 'skip')];
  const names = placesOf(file, 'name', 'title');
  const parts = ['first_name', 'middle_name', 'last_name'].flatMap((to) => placesOf(file, to));
  const clients = NAMING_CLIENTS.includes(kind) ? placesOf(file, 'client') : [];
  return (cells) => {
    const at = (places: number[]) => places.flatMap((place) => cells[place]?.trim() || []);
    if (at(skips).some(saysDeleted)) return [];
    return [
      ...at(ids).map((id) => `id ${idOf(prefix, id)}`),
      ...at(uuids).map((uuid) => `id ${uuid.toLowerCase()}`),
      `${kind} name ${fold(at(names)[0] ?? at(parts).join(' '))}`,
      ...at(clients).map((name) => `client name ${fold(name)}`),
    ];
  };
}

function placesOf({ columns }: PlannedFile, ...targets: string[]): number[] {
  return columns.flatMap(({ to }, place) => (to !== null && targets.includes(to) ? [place] : []));
}

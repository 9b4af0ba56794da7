import type { Nudge } from '@rapport/contract/live';
import type { Query, QueryClient } from '@tanstack/react-query';
import { get, request, withQuery } from '../../api/request.ts';
import { isShort, type ListState, type RecordsPage } from '../../fields/cached-lists.ts';
import type { RecordData } from '../../fields/data.ts';
import { kindNamed } from '../../fields/kinds.ts';
import type { ListSearch } from '../list.ts';
import { isConcerned, kindAt } from './concerned.ts';
import { type AskList, type LoadedList, readNamed } from './long-list.ts';

/** More records are not asked for by name. */
const NAMED_MAX = 50;

/** A list that is read as a whole asks for so many pages a second, however long it is. */
const PAGES_A_SECOND = 2;

/** How soon is looked again for a list that is just being read on. */
const BUSY_MS = 300;

/** The records of a list that have changed; null when it may be any. */
type Changed = Set<string> | null;

/**
 * Keeps long lists as they are now. They are not read again page by page: only for the records that
 * a nudge names, or slowly if it names none. Lists that nobody sees wait until they are seen.
 */
export class LongLists {
  readonly #queryClient: QueryClient;
  /** By the hash of the list's query. */
  readonly #behind = new Map<string, Changed>();
  #whole_at_ms = 0;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  /** True when the query is a list that is shown and not as it is now. */
  isBehind(query: Query): boolean {
    return this.#behind.has(query.queryHash) && query.isActive();
  }

  /**
   * Takes over what has changed; null for anything. Returns the time until something is to be read
   * that waits, or null.
   */
  async read(nudges: Nudge[] | null): Promise<number | null> {
    for (const query of this.#longLists()) await this.#note(query, nudges);
    if (document.hidden) return null;
    const waits: (number | null)[] = [];
    for (const query of this.#longLists()) if (this.isBehind(query)) waits.push(await this.#readList(query));
    const left = waits.filter((wait_ms) => wait_ms !== null);
    return left.length > 0 ? Math.min(...left) : null;
  }

  #longLists(): Query[] {
    return this.#queryClient
      .getQueryCache()
      .findAll()
      .filter(({ queryKey, state }) => queryKey[1] === 'list' && !isShort({ state: state as ListState }));
  }

  async #note({ queryKey, queryHash }: Query, nudges: Nudge[] | null): Promise<void> {
    const concerned = nudges?.filter((nudge) => isConcerned(queryKey, nudge)) ?? null;
    if (concerned?.length === 0) return;
    const before = this.#behind.get(queryHash);
    const named =
      before === null || concerned === null ? null : await namedIn(queryKey[0] as string, concerned);
    const all = named === null ? null : new Set([...(before ?? []), ...named]);
    this.#behind.set(queryHash, all !== null && all.size > NAMED_MAX ? null : all);
  }

  async #readList(query: Query): Promise<number | null> {
    if (query.state.fetchStatus !== 'idle') return BUSY_MS;
    const changed = this.#behind.get(query.queryHash);
    const wait_ms = this.#whole_at_ms - performance.now();
    if (changed === null && wait_ms > 0) return wait_ms;
    this.#behind.delete(query.queryHash);
    try {
      if (changed) return await this.#takeNamed(query, changed);
      const length = (query.state.data as LoadedList).pages.length;
      await this.#queryClient.refetchQueries({ queryKey: query.queryKey, exact: true });
      this.#whole_at_ms = performance.now() + (length / PAGES_A_SECOND) * 1_000;
    } catch {
      // What failed is found out with the next change, or when the line is back.
      this.#behind.set(query.queryHash, null);
    }
    return null;
  }

  async #takeNamed(query: Query, changed: Set<string>): Promise<number | null> {
    const take = await readNamed(query.state.data as LoadedList, [...changed], askOf(query.queryKey));
    // A page that is on its way would write over it.
    if (query.state.fetchStatus !== 'idle') {
      const since = this.#behind.get(query.queryHash);
      this.#behind.set(query.queryHash, since === null ? null : new Set([...(since ?? []), ...changed]));
      return BUSY_MS;
    }
    this.#queryClient.setQueryData<LoadedList>(query.queryKey, (now) => now && take(now));
    return null;
  }
}

/** How the records of a list are asked for: by its parameters, and those of its parts. */
function askOf(key: readonly unknown[]): AskList {
  const [place, , parameters, ...parts] = key as [string, 'list', ListSearch, ...ListSearch[]];
  const path = `/api/v2${place}`;
  const ask = (part: number) => (uuids: string[]) => {
    const own = { ...parameters, ...parts[part], 'filter[uuid][in]': uuids.join(','), limit: uuids.length };
    return get<RecordData[]>(withQuery(path, own));
  };
  const count = async () => {
    const counted = withQuery(path, { ...parameters, limit: 1, include: 'count' });
    return (await request<RecordsPage>('GET', counted)).count;
  };
  return { ask, count };
}

/** The records of the kind at `place` that the nudges are about; null when it may be any. */
async function namedIn(place: string, nudges: Nudge[]): Promise<string[] | null> {
  const named: string[] = [];
  for (const { resource, uuids } of nudges) {
    const own = uuids === null || kindAt(place) === resource ? uuids : await namedBy(resource, uuids, place);
    if (own === null) return null;
    named.push(...own);
  }
  return named;
}

/**
 * The records that these are about, where others derive from them; null when one of these is gone.
 */
async function namedBy(resource: string, uuids: string[], place: string): Promise<string[] | null> {
  const asked = { 'filter[uuid][in]': uuids.join(','), limit: uuids.length };
  const found = await get<RecordData[]>(withQuery(`/api/v2${kindNamed(resource)!.path}`, asked));
  if (found.length < uuids.length) return null;
  const named = found.flatMap(({ records }) => records as { resource: string; uuid: string }[]);
  return named.flatMap((one) => (one.resource === kindAt(place) ? [one.uuid] : []));
}

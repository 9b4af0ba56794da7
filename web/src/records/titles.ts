import { useQuery } from '@tanstack/react-query';
import { get, withQuery } from '../api/request.ts';
import type { RecordData } from './data.ts';
import { kindNamed } from './kinds.ts';

/** As many as the API gives at once. */
const ASKED_AT_ONCE = 200;

/** So long names are waited for that are asked for together. */
const GATHER_MS = 10;

/** A name stays for a while; one changed here is read anew. */
const FRESH_MS = 60_000;

/**
 * The record that is referred to; null when it is deleted, or gone; undefined until it is known.
 */
export function useReferred(resource: string, uuid: string | null): RecordData | null | undefined {
  const { data } = useQuery({ ...referredQuery(resource, uuid ?? ''), enabled: uuid !== null });
  return data;
}

/** How a record that is referred to is read. */
export function referredQuery(resource: string, uuid: string) {
  return {
    queryKey: ['referred', resource, uuid],
    queryFn: () => ask(resource, uuid),
    staleTime: FRESH_MS,
  };
}

type Waiting = {
  uuid: string;
  resolve: (record: RecordData | null) => void;
  reject: (error: unknown) => void;
};

const waiting = new Map<string, Waiting[]>();

/** All names of a table are asked for by one request. */
function ask(resource: string, uuid: string): Promise<RecordData | null> {
  return new Promise((resolve, reject) => {
    const others = waiting.get(resource) ?? [];
    if (others.length === 0) setTimeout(() => void fetchAll(resource), GATHER_MS);
    waiting.set(resource, [...others, { uuid, resolve, reject }]);
  });
}

async function fetchAll(resource: string): Promise<void> {
  const all = waiting.get(resource) ?? [];
  waiting.delete(resource);
  for (let from = 0; from < all.length; from += ASKED_AT_ONCE) {
    const some = all.slice(from, from + ASKED_AT_ONCE);
    try {
      const found = await read(resource, [...new Set(some.map(({ uuid }) => uuid))]);
      for (const { uuid, resolve } of some) resolve(found.find((record) => record.uuid === uuid) ?? null);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}

function read(resource: string, uuids: string[]): Promise<RecordData[]> {
  const kind = kindNamed(resource);
  if (!kind) return Promise.resolve([]);
  const parameters = { 'filter[uuid][in]': uuids.join(','), limit: uuids.length };
  return get<RecordData[]>(withQuery(`/api/v2${kind.path}`, parameters));
}

import { useQuery } from '@tanstack/react-query';
import { get, withQuery } from '../api/request.ts';
import type { RecordData } from './data.ts';
import { kindNamed } from './kinds.ts';

/** The API's limit for one request. */
const ASKED_AT_ONCE = 200;

/** The time in which names are gathered for one request. */
const GATHER_MS = 10;

/** A name is read again after this time. */
const FRESH_MS = 60_000;

/** Returns a record by kind and uuid. Null if it was deleted, undefined until it is known. */
export function useReferred(resource: string, uuid: string | null): RecordData | null | undefined {
  const { data } = useQuery({ ...referredQuery(resource, uuid ?? ''), enabled: uuid !== null });
  return data;
}

/** The query that reads a record that another one refers to. */
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

/** Reads a record. All names of a table are requested together. */
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

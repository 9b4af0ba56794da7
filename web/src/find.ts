import { useDebouncedValue } from '@mantine/hooks';
import type { Client } from '@rapport/contract/records/clients';
import type { SearchHit } from '@rapport/contract/records/search';
import { useQuery } from '@tanstack/react-query';
import { get, withQuery } from './api/request.ts';

/** As many as one looks through before one types another letter. */
const FOUND_MAX = 8;

const NONE: Client[] = [];

/**
 * The Clients found by these words, never by earlier ones: after a slow answer, Enter would open a
 * Client that nobody asked for. `isSearching` until they are known; `error` when the request
 * failed.
 */
export function useFoundClients(typed: string) {
  const words = typed.trim();
  const [q] = useDebouncedValue(words, 120);
  const { data, error, isPending } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => findClients(q, signal),
    enabled: q !== '',
    // Offline it would wait for a connection without a word.
    networkMode: 'always',
  });
  if (words === '') return { clients: NONE, isSearching: false, error: null };
  if (words !== q) return { clients: NONE, isSearching: true, error: null };
  return { clients: data ?? NONE, isSearching: isPending && !error, error };
}

/**
 * Names that begin with the words come first, then names that hold them elsewhere, then matches in
 * other fields.
 */
async function findClients(q: string, signal: AbortSignal): Promise<Client[]> {
  const find = (narrower: Record<string, string>) =>
    get<Client[]>(withQuery('/api/v2/clients', { q, limit: FOUND_MAX, ...narrower }), signal);
  // Three requests: many Clients with the word in another field would leave no room for the one of
  // that name.
  const groups = await Promise.all([
    find({ 'filter[name][starts_with]': q, sort: 'name' }),
    find({ 'filter[name][contains]': q, sort: 'name' }),
    find({}),
  ]);
  const found = new Map(groups.flat().map((client) => [client.uuid, client]));
  return [...found.values()].slice(0, FOUND_MAX);
}

/** Records of these kinds that are found by these words; none until they are known. */
export function useFound(typed: string, resources: string): SearchHit[] {
  const [q] = useDebouncedValue(typed.trim(), 120);
  const { data = NO_HITS } = useQuery({
    queryKey: ['palette', resources, q],
    queryFn: ({ signal }) =>
      get<SearchHit[]>(withQuery('/api/v2/search', { q, resources, limit: FOUND_MAX }), signal),
    enabled: q !== '' && q === typed.trim(),
  });
  return q === typed.trim() ? data : NO_HITS;
}

const NO_HITS: SearchHit[] = [];

/** Whether it is the name by which a Client is found. */
export function isFoundByName({ name }: Client, typed: string): boolean {
  return name.toLowerCase().includes(typed.trim().toLowerCase());
}

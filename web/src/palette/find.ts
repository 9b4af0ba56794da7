import { useDebouncedValue } from '@mantine/hooks';
import { fold } from '@rapport/contract/fold';
import type { Client } from '@rapport/contract/records/clients';
import type { SearchHit } from '@rapport/contract/records/search';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { get, withQuery } from '../api/request.ts';

/** As many results as a person looks through before typing another letter. */
const FOUND_MAX = 8;

const NONE: Client[] = [];

/**
 * Finds Clients by the present words. Results of earlier words are never shown, because Enter would
 * open a Client that nobody asked for. `isSearching` is true until the answer comes; `error` is set
 * when the request failed.
 */
export function useFoundClients(typed: string) {
  const words = typed.trim();
  const [q] = useDebouncedValue(words, 120);
  const { data, error, isPending } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => findClients(q, signal),
    enabled: q !== '',
    // Otherwise the request would wait for a connection without a message.
    networkMode: 'always',
  });
  if (words === '') return { clients: NONE, isSearching: false, error: null };
  if (words !== q) return { clients: NONE, isSearching: true, error: null };
  return { clients: data ?? NONE, isSearching: isPending && !error, error };
}

/** The best matches first, as the search gives them; it knows only what each is called. */
async function findClients(q: string, signal: AbortSignal): Promise<Client[]> {
  const parameters = { q, resources: 'client', limit: FOUND_MAX };
  const hits = await get<SearchHit[]>(withQuery('/api/v2/search', parameters), signal);
  if (hits.length === 0) return NONE;
  const uuids = hits.map(({ uuid }) => uuid);
  const clients = await get<Client[]>(
    withQuery('/api/v2/clients', { 'filter[uuid][in]': uuids.join() }),
    signal,
  );
  return clients.toSorted((a, b) => uuids.indexOf(a.uuid) - uuids.indexOf(b.uuid));
}

/** Finds records of these kinds by the words. Returns none until the answer comes. */
export function useFound(typed: string, resources: string): SearchHit[] {
  const [q] = useDebouncedValue(typed.trim(), 120);
  const { data = NO_HITS } = useQuery({
    ...reads<SearchHit[]>(['palette', resources, q], '/api/v2/search', { q, resources, limit: FOUND_MAX }),
    enabled: q !== '' && q === typed.trim(),
  });
  return q === typed.trim() ? data : NO_HITS;
}

const NO_HITS: SearchHit[] = [];

/** True when the Client's name contains the words. */
export function isFoundByName({ name }: Client, typed: string): boolean {
  return fold(name).includes(fold(typed.trim()));
}

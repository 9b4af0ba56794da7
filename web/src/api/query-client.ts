import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiProblem } from './request.ts';

/** The wait before the data of a page is read again after a failure. */
const AGAIN_AFTER_MS = 5_000;

/**
 * Also restarts a first read that is under way, because its answer may be older than the change.
 * The base class would accept that answer.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const { refetchType, ...those } = filters ?? {};
    const isMeant = those.predicate as ((query: Query) => boolean) | undefined;
    const predicate = (query: Query) => query.state.data === undefined && (isMeant?.(query) ?? true);
    // Silent, so that a caller who waits for the first answer gets the new one.
    if (refetchType !== 'none')
      void this.cancelQueries({ ...those, type: 'active', predicate }, { silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/**
 * Retries only when the API did not answer or was not ready, because a refusal is final. Earlier
 * data stays on the page, and is read again until the API answers.
 */
export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && (!(error instanceof ApiProblem) || error.status === 503),
      refetchInterval: againAfter_ms,
      // Without a connection the page says at once that nothing can be read, instead of waiting
      // silently.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Without a connection a change fails at once. Otherwise it would wait unseen, and be made even
    // after the User gave it up.
    mutations: { networkMode: 'always' },
  },
});

/** What is asked of a query to know when it is to be read again. */
type Watched<T> = { state: Pick<Query<T>['state'], 'data' | 'error' | 'fetchMeta'> };

/**
 * Returns the wait before the data of a page is read again. False when nothing failed, or only the
 * next page of a list.
 */
function againAfter_ms({ state: { data, error, fetchMeta } }: Watched<unknown>): number | false {
  const isOneMorePage = Boolean(fetchMeta?.fetchMore);
  return data !== undefined && error && !isRefused(error) && !isOneMorePage ? AGAIN_AFTER_MS : false;
}

/**
 * How often data is read that a worker changes: every `interval_ms` while `isRunning`, and then as
 * all data.
 */
export function readWhile<T>(isRunning: (data: T) => boolean, interval_ms: number) {
  return (query: Watched<T>): number | false =>
    query.state.data !== undefined && isRunning(query.state.data) ? interval_ms : againAfter_ms(query);
}

/** True when the API has answered and would answer the same again. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 500;
}

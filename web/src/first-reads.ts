import { ACCOUNTS } from './accounts/current-account.ts';
import { OWN_LOGINS } from './accounts/own-login.ts';
import { queryClient } from './api/query-client.ts';
import { DECLARED_FIELDS } from './fields/declared-fields.ts';
import { ME } from './identity/session.ts';
import { SAVED_VIEWS } from './lists/saved/saved-views.ts';

/** The first page is shown after this time at the latest, and then moves what comes late. */
const WAIT_MAX_MS = 1_500;

/**
 * Reads what the frame of every page needs, while the script of the page is loading: who the User
 * is, and what stands in the menu. Resolves when all is read or has failed.
 */
export async function firstReads(): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, WAIT_MAX_MS);
  const reads = [
    queryClient.prefetchQuery(ME),
    queryClient.prefetchQuery(ACCOUNTS),
    queryClient.prefetchQuery(OWN_LOGINS),
    queryClient.prefetchQuery(SAVED_VIEWS),
    queryClient.prefetchQuery(DECLARED_FIELDS),
  ];
  await Promise.race([Promise.all(reads), late.promise]);
  clearTimeout(timer);
}

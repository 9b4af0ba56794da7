import type { Mail } from '@rapport/contract/mail';
import type { SearchHit } from '@rapport/contract/records/search';

/** Longer titles are cut here, as those of records. */
const TITLE_MAX = 200;

/** So many people say with whom a mail is. */
const NAMED_MAX = 3;

/** A mail as a hit, from what its reader may read of it. */
export function hitOf({ uuid, account_uuid, subject, people, records }: Mail): SearchHit {
  const others = people.filter(({ is_own }) => !is_own);
  const named = (others.length > 0 ? others : people).slice(0, NAMED_MAX);
  const names = named.map(({ name, address }) => name || address).join(', ');
  const record = records.find(({ resource }) => resource === 'contact') ?? records[0] ?? null;
  const title = (subject || names).slice(0, TITLE_MAX);
  return { resource: 'mail', uuid, account_uuid, title, hint: subject ? names : null, record };
}

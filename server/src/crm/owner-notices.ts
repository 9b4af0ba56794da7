import type { Notices } from '../notifications/notice.ts';
import type { CrmRecord, Revision } from '../records/kind.ts';

/** A record tells its new owner. One that comes back from deletion has the owner that it had. */
export function ownerNotices({ before, record }: Revision<CrmRecord>, action: string): Notices | null {
  if (action === 'deleted' || action === 'restored') return null;
  const isGiven = record.owner_uuid !== (before?.owner_uuid ?? null);
  return isGiven ? { given_to: record.owner_uuid } : null;
}

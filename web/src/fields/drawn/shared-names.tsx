import type { Share } from '@rapport/contract/records/share-fields';
import { access as texts } from '../../texts/access.ts';
import { useShareNames } from '../teams.ts';

/** With whom a record is or was shared, and what they may do. */
export function SharedNames({ account_uuid, shares }: { account_uuid: string; shares: Share[] }) {
  const nameOf = useShareNames(account_uuid);
  return shares
    .map((share) => `${nameOf(share)} (${share.may_change ? texts.mayChange : texts.maySee})`)
    .join(', ');
}

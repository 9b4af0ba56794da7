import { timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_SORTS, type NotificationSort } from '@rapport/contract/notifications';
import type { Core } from '../../platform/core.ts';
import { isUuid } from '../../platform/ids.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';

/** What a mail was sent for, and what its link ends. */
export type MailSort = NotificationSort | 'morning';

const PURPOSE = 'unsubscribe from mails';

/** Enough that nobody finds a code by trying. */
const MAC_BYTES = 24;

/** The address that ends mails of these sorts to a User, without a sign-in and for ever. */
export function unsubscribeLink(
  { secretKey, base_url }: Pick<Core, 'secretKey' | 'base_url'>,
  user_uuid: string,
  sorts: MailSort[],
): string {
  const said = `${user_uuid}.${[...new Set(sorts)].sort().join('-')}`;
  return `${base_url}/unsubscribe?code=${said}.${macOf(secretKey, said).toString('base64url')}`;
}

/** What the code of such an address says; null for one that we did not write. */
export function readUnsubscribeCode(
  secretKey: SecretKey,
  code: string,
): { user_uuid: string; sorts: MailSort[] } | null {
  const [user_uuid = '', listed = '', mac = ''] = code.split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(secretKey, `${user_uuid}.${listed}`);
  if (given.length !== right.length || !timingSafeEqual(given, right) || !isUuid(user_uuid)) return null;
  const known: readonly string[] = [...NOTIFICATION_SORTS, 'morning'];
  return { user_uuid, sorts: listed.split('-').filter((sort) => known.includes(sort)) as MailSort[] };
}

function macOf(secretKey: SecretKey, said: string): Buffer {
  return secretKey.mac(PURPOSE, said).subarray(0, MAC_BYTES);
}

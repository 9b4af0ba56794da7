import type { MailDropBox, MailDropBoxCreate } from '@rapport/contract/mail-drop';
import type { Caller } from '../../../access/caller.ts';
import { reachOf } from '../../../access/reach.ts';
import { accountToWrite } from '../../../access/rules.ts';
import { nudgeUser } from '../../../live/nudge.ts';
import { readNotifications } from '../../../notifications/actions.ts';
import { newUuid } from '../../../platform/ids.ts';
import { notFound, Problem } from '../../../platform/problem.ts';
import { hashToken } from '../../../platform/secrets/random-tokens.ts';
import { addressOf, newSecret } from '../../reading/drop-address.ts';
import type { MailDrop, MailDropCore } from '../core.ts';
import * as queries from './queries.ts';

/** The caller's own drop boxes, one for each Account at the most. */
export async function listBoxes(core: MailDropCore, caller: Caller): Promise<MailDropBox[]> {
  const { db, mail_drop } = core;
  if (mail_drop === null) return [];
  const rows = await queries.listBoxes(db, { user_uuid: caller.user_uuid, reach: reachOf(caller) });
  return rows.map((row) => shownBox(core, mail_drop, row));
}

export async function getBox(
  core: MailDropCore,
  caller: Caller,
  uuid: string,
): Promise<MailDropBox | Problem> {
  return (await listBoxes(core, caller)).find((box) => box.uuid === uuid) ?? notFound('drop box');
}

/** Makes the secret address of the caller. One that was there before ends at once. */
export async function issueBox(
  core: MailDropCore,
  caller: Caller,
  { account_uuid: wanted }: MailDropBoxCreate,
): Promise<MailDropBox | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  const { mail_drop } = core;
  if (mail_drop === null) return noDomain();
  const { user_uuid } = caller;
  const [secret, now] = [newSecret(), core.clock.now()];
  const secret_encrypted = core.secretKey.encrypt(secret, contextOf({ account_uuid, user_uuid }));
  return core.db.transaction(async (tx) => {
    const box = { uuid: newUuid(now), account_uuid, user_uuid };
    const row = await queries.putBox(tx, box, { secret_hash: hashToken(secret), secret_encrypted, now });
    nudgeUser(tx, user_uuid, 'mailbox');
    return shownBox(core, mail_drop, row);
  });
}

/** Ends the caller's address at once. What waits for them goes with it, and what is kept stays. */
export async function endBox(core: MailDropCore, caller: Caller, uuid: string): Promise<null | Problem> {
  const box = await getBox(core, caller, uuid);
  if (box instanceof Problem) return box;
  return core.db.transaction(async (tx) => {
    await queries.deleteBox(tx, box);
    await readNotifications({ ...core, db: tx }, caller, { subject_uuid: uuid });
    return null;
  });
}

function shownBox(
  { secretKey }: MailDropCore,
  { domain }: MailDrop,
  { secret_encrypted, ...row }: queries.BoxRow,
): MailDropBox {
  return { ...row, address: addressOf(secretKey.decrypt(secret_encrypted, contextOf(row)), domain) };
}

/** A secret is encrypted for its User in the Account: the box may be made by two at once. */
function contextOf({ account_uuid, user_uuid }: Pick<MailDropBox, 'account_uuid' | 'user_uuid'>): string {
  return `drop ${account_uuid} ${user_uuid}`;
}

function noDomain(): Problem {
  const detail =
    'This Rapport takes no mail by secret addresses: its operator has set no domain for them (RAPPORT_MAIL_DROP_DOMAIN).';
  return new Problem('conflict', detail);
}

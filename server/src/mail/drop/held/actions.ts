import type { WholeMail } from '@rapport/contract/mail';
import type { HeldMail } from '@rapport/contract/mail-drop';
import type { Caller } from '../../../access/caller.ts';
import { refuseUnless } from '../../../access/rules.ts';
import { nudgeUser } from '../../../live/nudge.ts';
import { readNotifications } from '../../../notifications/actions.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { notFound, Problem } from '../../../platform/problem.ts';
import { findKept, rememberAgain } from '../../from-file/queries.ts';
import { getMail, readerOf } from '../../mails/actions.ts';
import { MailReader } from '../../reading/reader.ts';
import type { FoundMail } from '../../sync/look.ts';
import type { MailDropCore } from '../core.ts';
import { keepDropped, readDropped } from '../take/actions.ts';
import * as queries from './queries.ts';

/** The mails that wait for the caller, the newest first. */
export function listHeld({ db }: MailDropCore, caller: Caller): Promise<HeldMail[]> {
  return queries.listHeld(db, readerOf(caller));
}

export async function getHeld(core: MailDropCore, caller: Caller, uuid: string): Promise<HeldMail | Problem> {
  return (await listHeld(core, caller)).find((held) => held.uuid === uuid) ?? notFound('held mail');
}

/** Keeps a mail that waits as one of the caller's own. 409 when nobody of it is known any more. */
export async function keepHeld(
  core: MailDropCore,
  caller: Caller,
  uuid: string,
): Promise<WholeMail | Problem> {
  const held = await queries.findBytes(core.db, readerOf(caller), uuid);
  if (!held) return notFound('held mail');
  const { account_uuid, drop_box_uuid } = held;
  const refusal = refuseUnless(caller, account_uuid, 'write_records', 'held mail');
  if (refusal) return refusal;
  const owner = { account_uuid, user_uuid: caller.user_uuid };
  const mail = await read(core, owner, held.bytes);
  if (mail === null) return ofNobody();
  return core.db.transaction(async (tx) => {
    const inTx = { ...core, db: tx };
    if (!(await settle(core, tx, caller, uuid))) return notFound('held mail');
    await rememberAgain(tx, owner, mail.fingerprint);
    await keepDropped(inTx, tx, { ...owner, uuid: drop_box_uuid }, mail, caller);
    return getMail(inTx, caller, (await findKept(tx, owner, mail.fingerprint)).uuid);
  });
}

async function read(
  core: MailDropCore,
  owner: { account_uuid: string; user_uuid: string },
  bytes: Buffer,
): Promise<FoundMail | null> {
  const reader = new MailReader();
  try {
    return (await readDropped(core, owner, reader, bytes))?.mail ?? null;
  } finally {
    await reader.close();
  }
}

/** Discards a mail that waits. */
export async function deleteHeld(core: MailDropCore, caller: Caller, uuid: string): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    return (await settle(core, tx, caller, uuid)) ? null : notFound('held mail');
  });
}

/** Ends the waiting of a mail; with the last one, what tells of it is read. False: it is gone. */
async function settle(core: MailDropCore, tx: Transaction, caller: Caller, uuid: string): Promise<boolean> {
  const deleted = await queries.deleteHeld(tx, readerOf(caller), uuid);
  if (!deleted) return false;
  if (deleted.is_last)
    await readNotifications({ ...core, db: tx }, caller, { subject_uuid: deleted.drop_box_uuid });
  nudgeUser(tx, caller.user_uuid, 'mailbox');
  return true;
}

function ofNobody(): Problem {
  const detail =
    'Nobody of this mail is a Contact or Client any more. Give one of them the address first, then keep it.';
  return new Problem('conflict', detail);
}

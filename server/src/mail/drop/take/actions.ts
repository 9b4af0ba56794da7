import { type DropOutcome, HELD_MAX, type HeldReason } from '@rapport/contract/mail-drop';
import { fromMailbox, type Origin } from '../../../access/caller.ts';
import { permits } from '../../../access/reach.ts';
import { nudgeUser } from '../../../live/nudge.ts';
import { tellOnce } from '../../../notifications/actions.ts';
import type { Core } from '../../../platform/core.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { hashToken } from '../../../platform/secrets/random-tokens.ts';
import { headBytesOf, readFound } from '../../from-file/found.ts';
import { secretIn } from '../../reading/drop-address.ts';
import type { MailReader } from '../../reading/reader.ts';
import { keepMails } from '../../sync/keep.ts';
import type { FoundMail } from '../../sync/look.ts';
import { nudgeOfMails } from '../../traces/actions.ts';
import type { MailDrop } from '../core.ts';
import * as queries from './queries.ts';
import { whyHeld } from './rules.ts';

/** All that waits for a User in an Account may have so many bytes together. */
const HELD_MAX_BYTES = 100 * 1024 * 1024;

type TakeCore = Core & { mail_drop: MailDrop };

/** The box that a mail came to, and the secret by which. */
export type Box = queries.FoundBox & { secret_hash: Buffer };

/**
 * The box with this address. Null for a wrong one, one that has ended, one whose User is no longer
 * a member, and one whose User may only read: all the same.
 */
export async function findBox({ db, mail_drop }: TakeCore, receiver: string): Promise<Box | null> {
  const secret = secretIn(receiver, mail_drop.domain);
  if (secret === null) return null;
  const secret_hash = hashToken(secret);
  const box = await queries.findBySecret(db, secret_hash);
  return box && permits(box.role, 'write_records') ? { ...box, secret_hash } : null;
}

/**
 * Keeps a mail that came to a box if it is of somebody whom the Account knows, and its User sent
 * it. When nothing proves that, it waits for them. Of any other mail nothing is kept. Null: the
 * address has ended meanwhile.
 */
export async function takeMail(
  core: TakeCore,
  box: Box,
  bytes: Buffer,
  reader: MailReader,
): Promise<DropOutcome | null> {
  const seen = await lookAt(core, box, bytes, reader);
  return core.db.transaction(async (tx) => {
    if (!(await queries.lockBox(tx, box, box.secret_hash))) return null;
    const outcome = typeof seen === 'string' ? seen : await settle(core, tx, box, bytes, seen);
    await queries.noteOutcome(tx, box, outcome, core.clock.now());
    nudgeUser(tx, box.user_uuid, 'mailbox');
    return outcome;
  });
}

type Seen = { mail: FoundMail; sender: string; reason: HeldReason | null };

/** Reads a mail outside of any transaction, in a thread that may die of it. */
async function lookAt(
  core: TakeCore,
  box: Box,
  bytes: Buffer,
  reader: MailReader,
): Promise<Seen | DropOutcome> {
  const head_bytes = headBytesOf(bytes);
  const signs = head_bytes && (await reader.readSigns(head_bytes));
  if (!signs) return 'unreadable';
  if (signs.is_automatic) return 'automatic';
  const found = await readDropped(core, box, reader, bytes);
  if (found === null) return 'unreadable';
  if (found.mail === null) return 'nobody_known';
  const reason = whyHeld(signs, new Set(box.addresses), core.mail_drop.authserv_id);
  return { mail: found.mail, sender: signs.senders[0] ?? '', reason };
}

/**
 * Reads the mail that somebody means: the one that came, or, if that names nobody else, the one
 * mail that is attached to it.
 */
export async function readDropped(
  core: Pick<Core, 'db' | 'clock'>,
  owner: { account_uuid: string; user_uuid: string },
  reader: MailReader,
  bytes: Buffer,
): ReturnType<typeof readFound> {
  const found = await readFound(core, owner, reader, bytes);
  if (found === null || found.mail !== null || found.asked.length > 0) return found;
  const forwarded = await reader.readForwarded(bytes);
  return forwarded ? readFound(core, owner, reader, Buffer.from(forwarded)) : found;
}

async function settle(
  core: TakeCore,
  tx: Transaction,
  box: Box,
  bytes: Buffer,
  { mail, sender, reason }: Seen,
): Promise<DropOutcome> {
  if (reason === null) {
    await keepDropped({ ...core, db: tx }, tx, box, mail);
    return 'kept';
  }
  const held = await queries.countHeld(tx, box, mail.fingerprint);
  if (held.is_there) return 'held';
  if (held.count >= HELD_MAX || held.bytes + bytes.length > HELD_MAX_BYTES) return 'full';
  const now = core.clock.now();
  await queries.insertHeld(tx, box, { uuid: newUuid(now), reason, sender, bytes, now }, mail);
  const { uuid: subject_uuid, user_uuid, account_uuid } = box;
  const about = { subject_uuid, user_uuid, account_uuid, title: core.mail_drop.domain };
  const waits = { sort: 'mail_held' as const, resource: 'mail_drop_box', due_on: null, due_at: null };
  await tellOnce(core, tx, { ...about, ...waits });
  return 'held';
}

/** Keeps a mail as one of the User of a box. Others see that it took place. */
export async function keepDropped(
  core: Core,
  tx: Transaction,
  { uuid, account_uuid, user_uuid }: Pick<Box, 'uuid' | 'account_uuid' | 'user_uuid'>,
  mail: FoundMail,
  origin: Origin = fromMailbox(user_uuid, uuid, 'Drop box'),
): Promise<void> {
  const mailbox = { uuid: null, account_uuid, user_uuid, default_visibility: 'trace' as const };
  const kept = await keepMails(core, tx, mailbox, [mail], origin);
  const moved = { account_uuid, holder_uuid: user_uuid, change_uuid: null };
  await nudgeOfMails(
    tx,
    moved,
    kept.map((one) => one.uuid),
  );
}

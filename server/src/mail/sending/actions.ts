import {
  type MailCreate,
  type OutgoingMail,
  type OutgoingMailResolve,
  RECEIVERS_MAX,
  TAKE_BACK_S,
} from '@rapport/contract/outgoing-mails';
import type { Caller } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { refuseUnless } from '../../access/rules.ts';
import type { FilesCore } from '../../files/seen.ts';
import { enqueue, hasten } from '../../jobs/actions.ts';
import { nudgeUser } from '../../live/nudge.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { findReadable } from '../../records/readable.ts';
import type { MailboxCore } from '../mailboxes/actions.ts';
import { findMailbox, type OwnMailbox } from '../mailboxes/queries.ts';
import type { MailsCore } from '../mails/actions.ts';
import { readerOf } from '../mails/actions.ts';
import { findMail } from '../mails/queries.ts';
import { levelOf } from '../mails/rules.ts';
import { findBook } from '../sync/queries.ts';
import { askedAddresses, isIn, peopleOf } from '../sync/rules.ts';
import { refuseOpen } from '../templates/rules.ts';
import type { Receiver } from './compose.ts';
import { filesOf } from './files.ts';
import { SEND } from './job.ts';
import * as queries from './queries.ts';
import { receiversOf, shownOutgoing } from './rules.ts';

export type SendingCore = MailboxCore & MailsCore & FilesCore;

/** The mails that a mail names as those before it. More make a head that some servers refuse. */
const ANSWERED_MAX = 20;

/** The caller's own mails on their way out, the newest first. */
export async function listOutgoing(
  { db }: SendingCore,
  caller: Caller,
  record_uuid: string | null,
): Promise<OutgoingMail[]> {
  return (await queries.listOutgoing(db, writerOf(caller), record_uuid)).map(shownOutgoing);
}

export async function getOutgoing(
  { db }: SendingCore,
  caller: Caller,
  uuid: string,
): Promise<OutgoingMail | Problem> {
  const row = await queries.findOwn(db, writerOf(caller), uuid);
  return row ? shownOutgoing(row) : notFound('mail on its way out');
}

/**
 * Has a mail be sent from a mailbox of the caller, after a while in which it can be taken back. One
 * of its receivers must be a Client or Contact that the caller sees: other mail is not kept here.
 * `scan` is what `scanAttachments` has said.
 */
export async function sendMail(
  core: SendingCore,
  caller: Caller,
  body: MailCreate,
  scan: Problem | null,
): Promise<OutgoingMail | Problem> {
  const { db, clock } = core;
  const mailbox = await findMailbox(db, writerOf(caller), body.mailbox_uuid.toLowerCase());
  if (!mailbox) return notFound('mailbox');
  const refused =
    refuseUnless(caller, mailbox.account_uuid, 'write_records', 'mailbox') ?? refusedBy(core, mailbox);
  if (refused) return refused;
  const open = refuseOpen(body);
  if (open) return open;
  const receivers = receiversOf(body.to, body.cc ?? []);
  const unfit = await refuseReceivers(core, caller, mailbox, receivers);
  if (unfit) return unfit;
  const answered_ids = await answeredBy(core, caller, mailbox, body.in_reply_to_uuid);
  if (answered_ids instanceof Problem) return answered_ids;
  const files = await filesOf(core, caller, mailbox.account_uuid, body, scan);
  if (files instanceof Problem) return files;
  const record = body.record ?? null;
  const from = record && { ...record, uuid: record.uuid.toLowerCase() };
  if (from && (await findReadable(db, core.kinds, reachOf(caller), [from])).size === 0)
    return notFound('record');
  const now = clock.now();
  const uuid = newUuid(now);
  const row: queries.NewOutgoing = {
    uuid,
    account_uuid: mailbox.account_uuid,
    user_uuid: caller.user_uuid,
    mailbox_uuid: mailbox.uuid,
    sender: { address: mailbox.address, name: await queries.findName(db, caller.user_uuid) },
    receivers,
    files,
    subject: body.subject,
    text: body.text,
    message_id: `<${uuid}@${mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)}>`,
    answered_ids,
    in_reply_to_uuid: body.in_reply_to_uuid?.toLowerCase() ?? null,
    record_resource: from?.resource ?? null,
    record_uuid: from?.uuid ?? null,
    due_at: toApiTime(new Date(now.getTime() + TAKE_BACK_S * 1000)),
    created_at: toApiTime(now),
  };
  return db.transaction(async (tx) => {
    await queries.insertOutgoing(tx, row);
    await begin(core, tx, row, new Date(row.due_at));
    nudgeUser(tx, caller.user_uuid, 'outgoing_mail');
    return getOutgoing({ ...core, db: tx }, caller, uuid);
  });
}

/** Why a mailbox sends nothing. */
function refusedBy({ is_copy }: SendingCore, { smtp, state, address }: OwnMailbox): Problem | null {
  if (is_copy)
    return new Problem(
      'conflict',
      'This is a copy of a Rapport, which sends no mail. Send it from the original.',
    );
  if (smtp === null) {
    const detail = `/mailbox_uuid is a mailbox without a server for sending. Give ${address} one under Settings, Mailboxes.`;
    return fieldsInvalid({ pointer: '/mailbox_uuid', code: 'not_allowed', detail });
  }
  if (state !== 'failed') return null;
  return new Problem(
    'mailbox_refused',
    `The server of ${address} refuses its password. Give it again first.`,
  );
}

async function refuseReceivers(
  { db }: SendingCore,
  caller: Caller,
  mailbox: OwnMailbox,
  receivers: Receiver[],
): Promise<Problem | null> {
  if (receivers.length > RECEIVERS_MAX) {
    const detail = `/cc has too many: a mail goes to at most ${RECEIVERS_MAX} people, and this one to ${receivers.length}.`;
    return fieldsInvalid({ pointer: '/cc', code: 'too_many_items', detail });
  }
  const book = await findBook(db, mailbox);
  const shut = receivers.find(({ address }) => isIn(book.protected, address));
  if (shut) {
    const detail = `/to has ${shut.address}, whose mail is never kept here. Write to them in your own mail program.`;
    return fieldsInvalid({ pointer: '/to', code: 'not_allowed', detail });
  }
  const asked = askedAddresses(peopleOf({ people: receivers }, book), book);
  if (await queries.isAnySeen(db, reachOf(caller), mailbox.account_uuid, asked)) return null;
  const detail =
    '/to has nobody whom you see as a Client or Contact, and other mail is not kept here. Add the address to its Contact first.';
  return fieldsInvalid({ pointer: '/to', code: 'not_found', detail });
}

/** The Message-IDs before a mail. 404 for one that the caller may not read all of. */
async function answeredBy(
  { db }: SendingCore,
  caller: Caller,
  { account_uuid }: OwnMailbox,
  uuid: string | null | undefined,
): Promise<string[] | Problem> {
  if (!uuid) return [];
  const mail = await findMail(db, readerOf(caller), uuid.toLowerCase());
  if (!mail || mail.account_uuid !== account_uuid || levelOf(mail, caller.user_uuid) !== 'full')
    return notFound('mail');
  return queries.findAnswered(db, mail, ANSWERED_MAX);
}

/** Takes a mail back that still waits. 409 when it does not. */
export async function cancelOutgoing(
  core: SendingCore,
  caller: Caller,
  uuid: string,
): Promise<OutgoingMail | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await queries.findOwn(tx, writerOf(caller), uuid, { lock: true });
    if (!row) return notFound('mail on its way out');
    if (row.state !== 'waiting')
      return new Problem('conflict', `It is too late to take this mail back: its state is ${row.state}.`);
    const becomes = { state: 'cancelled' as const, problem: null, is_over: true };
    await queries.become(tx, row, becomes, core.clock.now());
    nudgeUser(tx, caller.user_uuid, 'outgoing_mail');
    return getOutgoing({ ...core, db: tx }, caller, uuid);
  });
}

/**
 * Decides what becomes of a mail of which nobody knows whether it was sent, or has one that failed
 * be sent again. 409 for any other.
 */
export async function resolveOutgoing(
  core: SendingCore,
  caller: Caller,
  uuid: string,
  { as }: OutgoingMailResolve,
): Promise<OutgoingMail | Problem> {
  const now = core.clock.now();
  return core.db.transaction(async (tx) => {
    const own = await queries.findOwn(tx, writerOf(caller), uuid);
    if (!own) return notFound('mail on its way out');
    // First the job, then the mail: its step locks them in this order.
    await begin(core, tx, own, now);
    const row = await queries.findOwn(tx, writerOf(caller), uuid, { lock: true });
    if (!row) return notFound('mail on its way out');
    const refused = refuseUnless(caller, row.account_uuid, 'write_records', 'mail on its way out');
    if (refused) return refused;
    const isOpen = row.state === 'uncertain' || (row.state === 'failed' && as === 'resend');
    if (!isOpen) {
      const detail = `There is nothing to decide about this mail: its state is ${row.state}.`;
      return new Problem('conflict', detail);
    }
    const becomes =
      as === 'sent' ? ARRIVED : { state: 'waiting' as const, problem: null, failure_count: 0, due_at: now };
    await queries.become(tx, row, becomes, now);
    nudgeUser(tx, caller.user_uuid, 'outgoing_mail');
    return getOutgoing({ ...core, db: tx }, caller, uuid);
  });
}

const ARRIVED = { state: 'sent' as const, problem: null };

/** Removes a mail that is on its way no more. 409 for one that may still be sent. */
export async function deleteOutgoing(
  core: SendingCore,
  caller: Caller,
  uuid: string,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await queries.findOwn(tx, writerOf(caller), uuid, { lock: true });
    if (!row) return notFound('mail on its way out');
    if (row.state === 'waiting' || row.state === 'sending')
      return new Problem('conflict', 'This mail is on its way. Take it back first, while it waits.');
    await queries.deleteOutgoing(tx, row);
    nudgeUser(tx, caller.user_uuid, 'outgoing_mail');
    return null;
  });
}

async function begin(
  core: SendingCore,
  tx: Transaction,
  { uuid, account_uuid }: Pick<queries.OutgoingRow, 'uuid' | 'account_uuid'>,
  due_at: Date,
): Promise<void> {
  const job = { step: { outgoing_uuid: uuid }, account_uuid, key: uuid, due_at };
  if ((await enqueue(core, tx, { name: SEND }, job)) === null) await hasten(core, tx, SEND, uuid);
}

function writerOf(caller: Caller): queries.Writer {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}

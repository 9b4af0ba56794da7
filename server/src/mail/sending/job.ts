import type { ObjectStore } from '../../files/objects.ts';
import { enqueueAll } from '../../jobs/actions.ts';
import type { Job, JobType, Outcome } from '../../jobs/job-type.ts';
import { nudgeUser } from '../../live/nudge.ts';
import { tell } from '../../notifications/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import type { SignIn } from '../mailboxes/connection.ts';
import { isMailProblem, type MailProblem } from '../mailboxes/mail-problem.ts';
import type { AccessCore } from '../oauth/access.ts';
import { inMailboxOf, smtpOf } from '../oauth/sign-in.ts';
import { findMailbox, type MailboxRow } from '../sync/queries.ts';
import { nudgeOfMails } from '../traces/actions.ts';
import { composeApart } from './compose-apart.ts';
import { giveToServer, type Sending } from './converse.ts';
import { readFiles } from './files.ts';
import { keepSent, readSent } from './keep-sent.ts';
import type { Becomes, OutgoingRow } from './queries.ts';
import * as queries from './queries.ts';
import { after, LATE_MS, nextFiling, nextLook } from './rules.ts';
import { type Filed, findInSent } from './sent-folder.ts';

/** The name of the job that sends a mail. */
export const SEND = 'send_from_mailbox';

type SendCore = Core & AccessCore & { mail_targets: TargetPolicy; objects: ObjectStore | null };

/** How often it was looked for, and how often it could not be put into the folder of sent mail. */
type Step = { outgoing_uuid: string; looks?: number; failures?: number };

/** What was done outside, and the mail as it is to be kept once it is sent. */
type Outside = 'file_gone' | Done;
type Done = { mailbox: MailboxRow; attempt: number; kept: Awaited<ReturnType<typeof readSent>> | null } & (
  | { did: 'send'; sending: Sending }
  | { did: 'look'; filed: Filed | MailProblem }
);

/**
 * Sends a mail at most once. It is marked as being sent before the conversation begins; whoever
 * finds it so later knows that nobody knows, looks for it in the folder of sent mail, and else asks
 * its writer. A mail that is sent stands with its record at once, and in that folder.
 */
export const SEND_MAIL: JobType<Step, SendCore> = {
  name: SEND,
  is_shown: false,
  lane: 'sending',
  outside: async (core, { step }, stopping): Promise<Outside | null> => {
    const row = await queries.findAny(core.db, step.outgoing_uuid);
    const mailbox = row?.mailbox_uuid ? await findMailbox(core.db, row.mailbox_uuid) : undefined;
    if (!row || !mailbox || ['failed', 'cancelled'].includes(row.state)) return null;
    const files = await readFiles(core, row.account_uuid, row.files);
    if (files === null) return 'file_gone';
    const bytes = await composeApart(row, files);
    const ready = () => readSent(core, mailbox, bytes);
    const { message_id, attempt, state } = row;
    if (state !== 'waiting') {
      const asked = { message_id, bytes: state === 'sent' ? bytes : null };
      const look = (sign_in: SignIn) => findInSent(sign_in, core.mail_targets, asked, stopping);
      const filed = await inMailboxOf(core, mailbox, look);
      const kept = row.mail_uuid === null ? await ready() : null;
      return { did: 'look', mailbox, attempt, kept, filed };
    }
    const sending = await send(core, row, mailbox, bytes, stopping);
    const begun = { did: 'send' as const, mailbox, attempt: attempt + 1 };
    return sending && { ...begun, sending, kept: sending.end === 'sent' ? await ready() : null };
  },
  run: async (core, tx, job, outside) => {
    const row = await queries.findAny(tx, job.step.outgoing_uuid, { lock: true });
    if (!row) return { completed: null };
    const seen = outside as Outside | null;
    nudgeUser(tx, row.user_uuid, 'outgoing_mail');
    if (seen === 'file_gone') return noteGone(core, tx, row);
    return seen === null ? noteNothing(core, tx, row, job.step) : note(core, tx, row, job, seen);
  },
};

/** Null: it does not wait any more, or has waited too long. */
async function send(
  core: SendCore,
  row: OutgoingRow,
  mailbox: MailboxRow,
  bytes: Buffer,
  stopping: AbortSignal,
): Promise<Sending | null> {
  const { smtp } = mailbox;
  if (smtp === null) return null;
  const signed = await smtpOf(core, mailbox);
  const now = core.clock.now();
  const attempt = await queries.begin(core.db, row.uuid, {
    now,
    not_before: new Date(now.getTime() - LATE_MS),
  });
  if (attempt === undefined) return null;
  if (isMailProblem(signed)) return unsigned(signed);
  const to = row.receivers.map(({ address }) => address);
  const parcel = {
    smtp,
    ...signed,
    from: row.sender.address,
    to,
    bytes,
  };
  const isOurs = () => queries.isUnderWay(core.db, row.uuid, attempt);
  return giveToServer(parcel, core.mail_targets, { isOurs, signal: stopping });
}

/** A provider that gave no access: nothing was given to the mail server. */
function unsigned({ code, detail }: MailProblem): Sending {
  return code === 'refused'
    ? { end: 'refused', problem: { code: 'sign_in_refused', detail } }
    : { end: 'later', problem: { code: 'unreachable', detail } };
}

async function note(
  core: SendCore,
  tx: Transaction,
  row: OutgoingRow,
  { step }: Job<Step>,
  seen: Done,
): Promise<Outcome<Step>> {
  // Its writer has decided meanwhile.
  if (seen.attempt !== row.attempt) return { next: step };
  if (seen.did === 'look') return noteLook(core, tx, row, step, seen);
  const { sending } = seen;
  if (row.state !== 'sending' || sending.end === 'not_ours') return { next: step };
  const becomes = after(sending, row, core.clock.now());
  if (becomes.state === 'sent') return sent(core, tx, row, seen, becomes);
  await queries.become(tx, row, becomes, core.clock.now());
  if (becomes.state === 'failed') return ask(core, tx, row);
  if (becomes.state === 'uncertain') return { next: { outgoing_uuid: row.uuid } };
  return { next: step, due_at: becomes.due_at! };
}

async function noteLook(
  core: SendCore,
  tx: Transaction,
  row: OutgoingRow,
  step: Step,
  seen: Extract<Done, { did: 'look' }>,
): Promise<Outcome<Step>> {
  const now = core.clock.now();
  const { filed } = seen;
  const isThere = filed === 'there';
  if (row.state === 'sent') {
    if (isThere || filed === 'no_folder') {
      await sent(core, tx, row, seen, { state: 'sent', problem: null, is_filed: isThere, is_over: true });
      return { completed: null };
    }
    const failures = (step.failures ?? 0) + 1;
    const due_at = nextFiling(failures, now);
    await sent(core, tx, row, seen, { state: 'sent', problem: null, is_over: due_at === null });
    return due_at ? { next: { ...step, failures }, due_at } : { completed: null };
  }
  if (row.state !== 'sending' && row.state !== 'uncertain') return { completed: null };
  if (isThere) {
    await sent(core, tx, row, seen, { state: 'sent', problem: null, is_filed: true, is_over: true });
    return { completed: null };
  }
  const looks = (step.looks ?? 0) + 1;
  const due_at = filed === 'no_folder' ? null : nextLook(looks, now);
  const problem = row.problem ?? INTERRUPTED;
  await queries.become(tx, row, { state: 'uncertain', problem, is_over: due_at === null }, now);
  return due_at ? { next: { ...step, looks }, due_at } : ask(core, tx, row);
}

const INTERRUPTED = {
  code: 'interrupted' as const,
  detail: 'Rapport was interrupted while it sent this mail.',
};
const LATE = {
  code: 'late' as const,
  detail: 'It has waited more than half an hour beyond its time, because Rapport did not run.',
};
const DISCONNECTED = {
  code: 'disconnected' as const,
  detail: 'Its mailbox was disconnected, or sends no more.',
};

/** A mail about which nothing could be done: it is late, or its mailbox is gone. */
async function noteNothing(
  core: SendCore,
  tx: Transaction,
  row: OutgoingRow,
  step: Step,
): Promise<Outcome<Step>> {
  const now = core.clock.now();
  const mailbox = row.mailbox_uuid && (await findMailbox(tx, row.mailbox_uuid));
  const isOpen = row.state === 'sending' || row.state === 'uncertain';
  if (row.state === 'waiting' && (!mailbox || mailbox.smtp === null)) {
    await queries.become(tx, row, { state: 'failed', problem: DISCONNECTED, is_over: true }, now);
    return ask(core, tx, row);
  }
  if (isOpen && !mailbox) {
    const problem = row.problem ?? INTERRUPTED;
    await queries.become(tx, row, { state: 'uncertain', problem, is_over: true }, now);
    return ask(core, tx, row);
  }
  if (row.state !== 'waiting') {
    // Sent, and its mailbox is gone: there is no folder to put it into.
    if (row.state === 'sent')
      await queries.become(tx, row, { state: 'sent', problem: null, is_over: true }, now);
    return { completed: null };
  }
  const due_at = new Date(row.due_at);
  if (due_at > now) return { next: step, due_at };
  await queries.become(tx, row, { state: 'uncertain', problem: LATE }, now);
  return { next: { outgoing_uuid: row.uuid } };
}

/** A mail of which a file is gone for good: it cannot be made again. */
async function noteGone(core: SendCore, tx: Transaction, row: OutgoingRow): Promise<Outcome<Step>> {
  const now = core.clock.now();
  if (row.state === 'sent') {
    await queries.become(tx, row, { state: 'sent', problem: null, is_over: true }, now);
    return { completed: null };
  }
  const state = row.state === 'waiting' ? 'failed' : 'uncertain';
  await queries.become(tx, row, { state, problem: FILE_GONE, is_over: true }, now);
  return ask(core, tx, row);
}

const FILE_GONE = { code: 'file_gone' as const, detail: 'A file that goes with it was deleted for good.' };

/** Keeps a sent mail with its record, and has it be put into its folder. */
async function sent(
  core: SendCore,
  tx: Transaction,
  row: OutgoingRow,
  { mailbox, kept }: Done,
  becomes: Becomes,
): Promise<Outcome<Step>> {
  const mail_uuid = kept ? await keepSent(core, tx, mailbox, kept) : null;
  await queries.become(tx, row, { ...becomes, mail_uuid }, core.clock.now());
  const moved = { ...row, holder_uuid: row.user_uuid, change_uuid: null };
  if (mail_uuid) await nudgeOfMails(tx, moved, [mail_uuid]);
  return { next: { outgoing_uuid: row.uuid } };
}

/** Tells the writer of a mail that they have to decide what becomes of it. */
function ask(core: SendCore, tx: Transaction, row: OutgoingRow): Outcome<Step> {
  const { user_uuid, account_uuid, record_resource, record_uuid, mailbox_uuid } = row;
  const about =
    record_resource && record_uuid
      ? { resource: record_resource, subject_uuid: record_uuid }
      : { resource: 'mailbox', subject_uuid: mailbox_uuid ?? row.uuid };
  const title = row.receivers[0]!.address;
  tell(core, tx, {
    ...about,
    user_uuid,
    account_uuid,
    sort: 'mail_not_sent',
    title,
    due_on: null,
    due_at: null,
  });
  return { completed: null };
}

const EVERY_MS = 10 * 60_000;

/** Has each mail about which something is to be done have its job, whatever became of that. */
export const KEEP_SENDING: JobType<object, Core> = {
  name: 'keep_sending',
  is_shown: false,
  every_ms: EVERY_MS,
  run: async (core, tx) => {
    const now = core.clock.now();
    const mails = await queries.listUnderWay(tx, now);
    await enqueueAll(
      core,
      tx,
      { name: SEND },
      mails.map(({ uuid, account_uuid }) => ({ step: { outgoing_uuid: uuid }, account_uuid, key: uuid })),
    );
    return { next: {}, due_at: new Date(now.getTime() + EVERY_MS) };
  },
};

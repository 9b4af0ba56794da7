import { fromMailbox } from '../../access/caller.ts';
import { enqueueAll } from '../../jobs/actions.ts';
import type { JobType } from '../../jobs/job-type.ts';
import { nudgeUser } from '../../live/nudge.ts';
import { tell } from '../../notifications/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { noteBounces } from '../bounces/actions.ts';
import { isMailProblem, type MailProblem } from '../mailboxes/mail-problem.ts';
import { SYNC } from '../mailboxes/password.ts';
import type { AccessCore } from '../oauth/access.ts';
import { inMailboxOf } from '../oauth/sign-in.ts';
import { nudgeOfMails } from '../traces/actions.ts';
import { keepMails } from './keep.ts';
import { type Look, lookAt } from './look.ts';
import * as queries from './queries.ts';
import { pauseAfter } from './rules.ts';

const MINUTE_MS = 60_000;

/** How often a mailbox is looked into: seldom, when its server says by itself what is new. */
const [EVERY_MS, EVERY_WATCHED_MS] = [2 * MINUTE_MS, 30 * MINUTE_MS];

/** Who could not be reached for about a day is told, once. */
const FAILURES_TOLD = 26;

type SyncCore = Core & AccessCore & { mail_targets: TargetPolicy };
type Step = { mailbox_uuid: string };
type Outside = { version: number; looked: Look | MailProblem } | null;

/**
 * Reads a mailbox, some mails at a step. What a step finds and how far it came are written
 * together, so that a process may die at any time. It has a lane of its own, and leaves its place
 * there while it waits for the server to let it in or to find mails.
 */
export const SYNC_MAILBOX: JobType<Step, SyncCore> = {
  name: SYNC,
  is_shown: false,
  lane: 'mailboxes',
  outside: async (core, { step }, stopping, place): Promise<Outside> => {
    const row = await queries.findMailbox(core.db, step.mailbox_uuid);
    if (!row || row.state === 'failed') return null;
    const folders = await queries.listFolders(core.db, row.uuid);
    const book = await queries.findBook(core.db, row);
    const looked = await inMailboxOf(core, row, (sign_in) =>
      lookAt(core, { ...row, sign_in, folders, book }, { stopping, place }),
    );
    stopping.throwIfAborted();
    return { version: row.version, looked };
  },
  run: async (core, tx, { step }, outside) => {
    const seen = outside as Outside;
    const mailbox = seen && (await queries.findMailbox(tx, step.mailbox_uuid, { lock: true }));
    if (!mailbox) return { completed: null };
    // Its settings have changed meanwhile: what was seen was by the old ones.
    if (mailbox.version !== seen.version) return { next: step };
    const { looked } = seen;
    const now_ms = core.clock.now().getTime();
    if (isMailProblem(looked)) {
      const pause_ms = await noteProblem(core, tx, mailbox, looked);
      return pause_ms === null ? { completed: null } : { next: step, due_at: new Date(now_ms + pause_ms) };
    }
    await noteLook(core, tx, mailbox, looked);
    if (mailbox.needs_past) {
      await queries.beginAnew(tx, mailbox.uuid);
      return { next: step };
    }
    if (looked.left > 0) return { next: step };
    const pause_ms = mailbox.is_watched ? EVERY_WATCHED_MS : EVERY_MS;
    return { next: step, due_at: new Date(now_ms + pause_ms) };
  },
};

async function noteLook(
  core: SyncCore,
  tx: Transaction,
  mailbox: queries.MailboxRow,
  { folders, found, bounces, looked_at, left }: Look,
): Promise<void> {
  const kept = await keepMails(core, tx, mailbox, found, fromMailbox(mailbox.user_uuid, mailbox.uuid));
  const bounced = await noteBounces(core, tx, mailbox, bounces);
  await queries.putFolders(tx, mailbox.uuid, folders);
  const last_ms = Math.max(...kept.map(({ sent_at }) => sent_at.getTime()));
  const last_mail_at = kept.length > 0 ? new Date(last_ms) : null;
  const now = core.clock.now();
  await queries.noteLook(tx, mailbox.uuid, { looked_at, kept: kept.length, left, last_mail_at, now });
  const changed = [...kept.map(({ uuid }) => uuid), ...bounced];
  const moved = { ...mailbox, holder_uuid: mailbox.user_uuid, change_uuid: null };
  if (changed.length > 0) await nudgeOfMails(tx, moved, changed);
  if (looked_at > 0 || mailbox.state === 'connecting' || mailbox.failure_count > 0)
    nudgeUser(tx, mailbox.user_uuid, 'mailbox');
}

/** Returns the pause before the next try; null: there is none until its User changes something. */
async function noteProblem(
  core: SyncCore,
  tx: Transaction,
  { uuid, account_uuid, user_uuid, address, failure_count }: queries.MailboxRow,
  problem: MailProblem,
): Promise<number | null> {
  const failures = failure_count + 1;
  const is_over = problem.code !== 'unreachable';
  await queries.noteProblem(tx, uuid, { problem, is_over, failures });
  nudgeUser(tx, user_uuid, 'mailbox');
  if (is_over || failures === FAILURES_TOLD) {
    const about = { resource: 'mailbox', subject_uuid: uuid, title: address, due_on: null, due_at: null };
    tell(core, tx, { ...about, user_uuid, account_uuid, sort: 'mailbox_refused' });
  }
  return is_over ? null : pauseAfter(failures);
}

/**
 * Has each mailbox that is to be read be read, whatever became of its job: none stops without a
 * word.
 */
export const KEEP_MAILBOXES: JobType<object, Core> = {
  name: 'keep_mailboxes',
  is_shown: false,
  every_ms: 10 * MINUTE_MS,
  run: async (core, tx) => {
    const mailboxes = await queries.listToRead(tx);
    await enqueueAll(
      core,
      tx,
      { name: SYNC },
      mailboxes.map(({ uuid, account_uuid }) => ({ step: { mailbox_uuid: uuid }, account_uuid, key: uuid })),
    );
    return { next: {}, due_at: new Date(core.clock.now().getTime() + 10 * MINUTE_MS) };
  },
};

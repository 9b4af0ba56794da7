import { fromMailbox } from '../../access/caller.ts';
import { enqueueAll, hasten } from '../../jobs/actions.ts';
import type { JobType } from '../../jobs/job-type.ts';
import { nudgeUser } from '../../live/nudge.ts';
import type { Core } from '../../platform/core.ts';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { isMailProblem, type MailProblem } from '../mailboxes/mail-problem.ts';
import { SYNC } from '../mailboxes/password.ts';
import type { AccessCore } from '../oauth/access.ts';
import { inMailboxOf } from '../oauth/sign-in.ts';
import { keepMails } from '../sync/keep.ts';
import { type Look, lookBack } from '../sync/look.ts';
import { type FolderRow, findBook, findMailbox } from '../sync/queries.ts';
import { nudgeOfMails } from '../traces/actions.ts';
import * as queries from './queries.ts';

/** Somebody who has just made a Contact goes on with it for a while. */
const PAUSE_MS = 20_000;

/** Addresses taken at once, and how many of an Account make it quicker to look at all its mail. */
const TAKEN_MAX = 1_000;
const MANY = 200;

/** The server is asked for so many addresses at once. */
const ASKED_MAX = 10;

/** A server that is away is asked again after these pauses; then the past waits for its return. */
const RETRIES_MS = [1, 5, 30, 120, 480].map((minutes) => minutes * 60_000);

type PastCore = Core & AccessCore & { mail_targets: TargetPolicy };

/** `points` are still to be looked for; `folders` is how far the first of them are. */
type Step = { mailbox_uuid: string; points: string[]; folders: FolderRow[]; failures: number };
type Outside = { version: number; looked: Look | MailProblem } | null;

/**
 * Finds Clients and Contacts that are new or have a new address, and has their past mail read. The
 * trigger that notes such an address makes the job: while nothing happens there is none.
 */
export const FIND_PAST: JobType<{ is_due?: true }, Core> = {
  name: 'find_past_mails',
  is_shown: false,
  retries_ms: RETRIES_MS,
  run: async (core, tx, { step }) => {
    if (!step.is_due)
      return { next: { is_due: true }, due_at: new Date(core.clock.now().getTime() + PAUSE_MS) };
    const points = await queries.takeNewPoints(tx, TAKEN_MAX);
    const taken = Map.groupBy(points, ({ account_uuid }) => account_uuid);
    if (taken.size > 0) await queries.needPast(tx, [...taken.keys()]);
    const mailboxes = taken.size === 0 ? [] : await queries.listMailboxesOf(tx, [...taken.keys()]);
    for (const [account_uuid, found] of taken) {
      const own = mailboxes.filter((one) => one.account_uuid === account_uuid);
      if (found.length >= MANY) {
        await queries.beginAnew(tx, account_uuid);
        for (const { uuid } of own) await hasten(core, tx, SYNC, uuid);
        continue;
      }
      const points = found.map(({ point }) => point);
      const jobs = own.map(({ uuid: mailbox_uuid }) => ({
        step: { mailbox_uuid, points, folders: [], failures: 0 },
        account_uuid,
      }));
      await enqueueAll(core, tx, READ_PAST, jobs);
    }
    return points.length > 0 ? { next: step } : { completed: null };
  },
};

/** Reads from a mailbox what people wrote before they were known. What is kept is kept once. */
export const READ_PAST: JobType<Step, PastCore> = {
  name: 'read_past_mails',
  is_shown: false,
  lane: 'mailboxes',
  outside: async (core, { step }, stopping, place): Promise<Outside> => {
    const row = await findMailbox(core.db, step.mailbox_uuid);
    if (!row || row.state === 'failed') return null;
    const book = await findBook(core.db, row);
    const points = step.points.slice(0, ASKED_MAX);
    const looked = await inMailboxOf(core, row, (sign_in) =>
      lookBack(core, { ...row, sign_in, book, folders: step.folders }, points, { stopping, place }),
    );
    stopping.throwIfAborted();
    return { version: row.version, looked };
  },
  run: async (core, tx, { step }, outside) => {
    const seen = outside as Outside;
    const mailbox = seen && (await findMailbox(tx, step.mailbox_uuid, { lock: true }));
    if (!mailbox) {
      await queries.needPastOf(tx, step.mailbox_uuid);
      return { completed: null };
    }
    if (mailbox.version !== seen.version) return { next: step };
    const { looked } = seen;
    if (isMailProblem(looked)) {
      // The job that reads the mailbox tells its User what is wrong.
      const pause_ms = RETRIES_MS[step.failures];
      if (pause_ms === undefined) {
        await queries.needPastOf(tx, mailbox.uuid);
        return { completed: null };
      }
      const due_at = new Date(core.clock.now().getTime() + pause_ms);
      return { next: { ...step, failures: step.failures + 1 }, due_at };
    }
    const kept = await keepMails(
      core,
      tx,
      mailbox,
      looked.found,
      fromMailbox(mailbox.user_uuid, mailbox.uuid),
    );
    if (kept.length > 0) {
      const last_mail_at = new Date(Math.max(...kept.map(({ sent_at }) => sent_at.getTime())));
      await queries.notePast(tx, mailbox.uuid, { kept: kept.length, last_mail_at });
      const moved = { ...mailbox, holder_uuid: mailbox.user_uuid, change_uuid: null };
      await nudgeOfMails(
        tx,
        moved,
        kept.map(({ uuid }) => uuid),
      );
      nudgeUser(tx, mailbox.user_uuid, 'mailbox');
    }
    if (looked.left > 0) return { next: { ...step, folders: looked.folders, failures: 0 } };
    const points = step.points.slice(ASKED_MAX);
    return points.length > 0 ? { next: { ...step, points, folders: [], failures: 0 } } : { completed: null };
  },
};

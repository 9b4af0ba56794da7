import type { Mail, MailUpdate, WholeMail } from '@rapport/contract/mail';
import type { MailThread } from '@rapport/contract/mail-threads';
import type { Caller } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { changeNotAllowed } from '../../access/rules.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { type Page, pageByUuid } from '../../platform/lists/page.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import type { AnyKind } from '../../records/kind.ts';
import { findReadable } from '../../records/readable.ts';
import { logMails, nudgeOfMails, nudgeOfTraces, untellMails } from '../traces/actions.ts';
import * as queries from './queries.ts';
import { levelOf, shownMail, shownThread, shownWhole } from './rules.ts';

export type MailsCore = Core & { kinds: readonly AnyKind[] };

/** The kinds of record that mails are of. */
export const MAIL_KINDS = ['client', 'contact', 'deal'];

/**
 * The mails of a record or a conversation that the caller may know of, the newest first; without
 * either, the caller's own. 404 for a record that they may not read.
 */
export async function listMails(
  core: MailsCore,
  caller: Caller,
  asked: { record_uuid?: string; thread_uuid?: string; cursor?: string; limit: number },
): Promise<Page<Mail> | Problem> {
  const { record_uuid, thread_uuid, cursor = null, limit } = asked;
  const reader = readerOf(caller);
  if (record_uuid !== undefined && !(await readsRecord(core, reader, record_uuid))) return notFound('record');
  const query = { record_uuid, thread_uuid, before: cursor, limit: limit + 1 };
  const { data, next_cursor } = pageByUuid(await queries.listMails(core.db, reader, query), limit);
  return { data: data.map((row) => shownMail(row, caller.user_uuid)), next_cursor };
}

/**
 * The conversations of a record that have a mail which the caller may know of, that with the newest
 * mail first. 404 for a record that they may not read.
 */
export async function listThreads(
  core: MailsCore,
  caller: Caller,
  asked: { record_uuid: string; cursor?: string; limit: number },
): Promise<Page<MailThread> | Problem> {
  const { record_uuid, cursor = null, limit } = asked;
  const reader = readerOf(caller);
  if (!(await readsRecord(core, reader, record_uuid))) return notFound('record');
  const query = { record_uuid, before: cursor, limit: limit + 1 };
  // The cursor is the newest mail of the last conversation: their order is that of these mails.
  const { data, next_cursor } = pageByUuid(await queries.listThreads(core.db, reader, query), limit);
  return { data: data.map((row) => shownThread(row, caller.user_uuid)), next_cursor };
}

async function readsRecord(core: MailsCore, { reach }: queries.Reader, uuid: string): Promise<boolean> {
  const named = MAIL_KINDS.map((resource) => ({ resource, uuid }));
  return (await findReadable(core.db, core.kinds, reach, named)).size > 0;
}

/** A mail, as far as the caller may read it. 404 when they may not know of it. */
export async function getMail(
  { db }: { db: Queryable },
  caller: Caller,
  uuid: string,
): Promise<WholeMail | Problem> {
  const row = await queries.findMail(db, readerOf(caller), uuid);
  if (!row) return notFound('mail');
  return shownWhole(row, await queries.listAttachments(db, row), caller.user_uuid);
}

/** The HTML of a mail, for whoever reads all of it. 404 without any. */
export async function getHtml(
  { db }: { db: Queryable },
  caller: Caller,
  uuid: string,
): Promise<string | Problem> {
  const row = await queries.findMail(db, readerOf(caller), uuid);
  if (!row || levelOf(row, caller.user_uuid) !== 'full') return notFound('mail');
  return (await queries.findHtml(db, row)) ?? notFound('HTML of this mail');
}

/** Changes what others see of a mail of the caller's own. 403 for that of somebody else. */
export async function updateMail(
  core: MailsCore,
  caller: Caller,
  uuid: string,
  { visibility, whole_thread = false }: MailUpdate,
  expectedVersions: number[] | null,
): Promise<WholeMail | Problem> {
  return core.db.transaction(async (tx) => {
    const own = await lockOwn(tx, caller, uuid);
    if (own instanceof Problem) return own;
    const refusal = versionMismatch(own.version, expectedVersions);
    if (refusal) return refusal;
    const change = { holder_uuid: caller.user_uuid, visibility, whole_thread, now: core.clock.now() };
    const changed = await queries.setVisibility(tx, own, change);
    const moved = { ...own, holder_uuid: caller.user_uuid, change_uuid: caller.change_uuid };
    if (visibility === 'hidden') nudgeOfTraces(tx, moved, await untellMails(tx, own.account_uuid, changed));
    else {
      await logMails(core, tx, caller, own.account_uuid, changed);
      await nudgeOfMails(tx, moved, changed);
    }
    return getMail({ db: tx }, caller, uuid);
  });
}

/** Forgets a mail of the caller's own here, for ever. In the mailbox it stays. */
export async function forgetMail(
  core: MailsCore,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const own = await lockOwn(tx, caller, uuid);
    if (own instanceof Problem) return own;
    const refusal = versionMismatch(own.version, expectedVersions);
    if (refusal) return refusal;
    const told = await untellMails(tx, own.account_uuid, [own.uuid]);
    await queries.forgetMail(tx, own, caller.user_uuid);
    nudgeOfTraces(tx, { ...own, holder_uuid: caller.user_uuid, change_uuid: caller.change_uuid }, told);
    return null;
  });
}

async function lockOwn(
  tx: Transaction,
  caller: Caller,
  uuid: string,
): Promise<NonNullable<Awaited<ReturnType<typeof queries.lockOwn>>> | Problem> {
  const own = await queries.lockOwn(tx, readerOf(caller), uuid);
  if (own) return own;
  if (!(await queries.findMail(tx, readerOf(caller), uuid))) return notFound('mail');
  return changeNotAllowed('This mail is of somebody else. Only who has it in their mailbox changes it here.');
}

const BATCH = 500;

/** Empties one batch of what nobody can read any more. */
export function emptyUnheld(db: Queryable): Promise<number> {
  return queries.emptyUnheld(db, BATCH);
}

export function readerOf(caller: Caller): queries.Reader {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}

import {
  MAILBOX_PAST_DAYS,
  MAILBOXES_MAX,
  type Mailbox,
  type MailboxCheck,
  type MailboxChecked,
  type MailboxCreate,
  type MailboxUpdate,
} from '@rapport/contract/mailboxes';
import type { Caller } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { accountToWrite, refuseUnless } from '../../access/rules.ts';
import { enqueue, hasten } from '../../jobs/actions.ts';
import { nudgeUser } from '../../live/nudge.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { checkMailbox } from './check.ts';
import { openPassword, SYNC, sealPassword, sealSmtpPassword, smtpSignIn } from './password.ts';
import type { MailProvider } from './provider.ts';
import * as queries from './queries.ts';

export type MailboxCore = Core & {
  /** The mail servers that may be connected to. */
  mail_targets: TargetPolicy;
  /** At whom mailboxes may sign in by OAuth. */
  mail_providers: readonly MailProvider[];
  base_url: string;
  /** A copy reads no mailbox: what it would read is the original's. */
  is_copy: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** The caller's own mailboxes. */
export async function listMailboxes({ db }: MailboxCore, caller: Caller): Promise<Mailbox[]> {
  return (await queries.listMailboxes(db, ownerOf(caller))).map(shownMailbox);
}

export async function getMailbox(
  core: MailboxCore,
  caller: Caller,
  uuid: string,
): Promise<Mailbox | Problem> {
  const row = await queries.findMailbox(core.db, ownerOf(caller), uuid);
  return row ? shownMailbox(row) : notFound('mailbox');
}

/** Tries a connection, and keeps nothing. 409 with the words of the server. */
export function checkConnection(
  core: MailboxCore,
  { imap, smtp = null, username, address, password, ...own }: MailboxCheck,
): Promise<MailboxChecked | Problem> {
  const of_smtp = smtpOf(own);
  if (of_smtp instanceof Problem) return Promise.resolve(of_smtp);
  const sign_in = { imap, smtp, username: username ?? address, secret: { password } };
  return checkMailbox(sign_in, withSecret(of_smtp), core.mail_targets);
}

/**
 * Connects a mailbox of the caller. The server is asked first, and nothing is kept when it refuses.
 * Then it is read in the background.
 */
export async function createMailbox(
  core: MailboxCore,
  caller: Caller,
  body: MailboxCreate,
): Promise<Mailbox | Problem> {
  const account_uuid = accountToWrite(caller, body.account_uuid, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  if (core.is_copy) return atRest();
  const checked = await checkConnection(core, body);
  if (checked instanceof Problem) return checked;
  const uuid = newUuid(core.clock.now());
  const { address, imap, smtp = null, default_visibility = 'trace', signature = '' } = body;
  return connectMailbox(core, caller, {
    uuid,
    account_uuid,
    address,
    username: body.username ?? address,
    password_encrypted: sealPassword(core, uuid, body.password),
    smtp_username: body.smtp_username ?? null,
    smtp_password_encrypted:
      body.smtp_username && body.smtp_password ? sealSmtpPassword(core, uuid, body.smtp_password) : null,
    provider: null,
    tokens: null,
    imap,
    smtp,
    default_visibility,
    signature,
    past_days: body.past_days ?? MAILBOX_PAST_DAYS,
  });
}

/** A mailbox that was tried, without what a new one has by itself. */
type Connected = Omit<
  queries.OwnMailbox,
  'user_uuid' | 'since' | 'version' | 'created_at' | 'updated_at' | keyof typeof NEW
> & { past_days: number };

/** Keeps a mailbox of the caller that was tried, and has it be read. */
export function connectMailbox(
  core: MailboxCore,
  caller: Caller,
  { past_days, ...connected }: Connected,
): Promise<Mailbox | Problem> {
  const now = core.clock.now();
  const at = toApiTime(now);
  const { uuid, account_uuid, address } = connected;
  const row: queries.OwnMailbox = {
    ...connected,
    user_uuid: caller.user_uuid,
    since: new Date(now.getTime() - past_days * DAY_MS).toISOString().slice(0, 10),
    ...NEW,
    version: 1,
    created_at: at,
    updated_at: at,
  };
  return core.db.transaction(async (tx) => {
    const { count, is_taken } = await queries.countMailboxes(tx, row);
    if (is_taken) return taken(address);
    if (count >= MAILBOXES_MAX) return full();
    await queries.insertMailbox(tx, row);
    await enqueue(core, tx, { name: SYNC }, { step: { mailbox_uuid: uuid }, account_uuid, key: uuid });
    nudgeUser(tx, caller.user_uuid, 'mailbox');
    return shownMailbox(row);
  });
}

const NEW = {
  state: 'connecting' as const,
  problem: null,
  looked_at_count: 0,
  kept_count: 0,
  left_count: null,
  last_mail_at: null,
  last_looked_at: null,
};

/**
 * Changes how a mailbox is reached, or what others see of mail that comes from now on. Another
 * server needs the password again: it must not go to one that somebody else has put there.
 */
export async function updateMailbox(
  core: MailboxCore,
  caller: Caller,
  uuid: string,
  change: MailboxUpdate,
  expectedVersions: number[] | null,
): Promise<Mailbox | Problem> {
  const before = await queries.findMailbox(core.db, ownerOf(caller), uuid);
  if (!before) return notFound('mailbox');
  const { imap = before.imap, smtp = before.smtp, username = before.username } = change;
  const { default_visibility: _, signature: __, ...reached } = change;
  const connects = Object.values(reached).some((one) => one !== undefined);
  if (before.provider !== null && connects) return signsInElsewhere();
  const smtp_username = change.smtp_username === undefined ? before.smtp_username : change.smtp_username;
  const isSentElsewhere = smtp !== null && smtp.host !== before.smtp?.host;
  const isElsewhere = imap.host !== before.imap.host || (isSentElsewhere && smtp_username === null);
  if (isElsewhere && change.password === undefined) return passwordMissing('/password');
  const password = change.password ?? (before.provider === null ? openPassword(core, before) : '');
  const isSame = !isSentElsewhere && smtp_username === before.smtp_username;
  const kept = isSame && before.smtp_username !== null ? smtpSignIn(core, before).password : undefined;
  const of_smtp = smtpOf({ smtp_username, smtp_password: change.smtp_password ?? kept });
  if (of_smtp instanceof Problem) return of_smtp;
  if (connects) {
    if (core.is_copy) return atRest();
    const checked = await checkMailbox(
      { imap, smtp, username, secret: { password } },
      withSecret(of_smtp),
      core.mail_targets,
    );
    if (checked instanceof Problem) return checked;
  }
  return core.db.transaction(async (tx) => {
    // First the job, then the mailbox: its step locks them in this order.
    await readNow(core, tx, connects ? { ...before, state: 'live' } : before);
    const row = await queries.findMailbox(tx, ownerOf(caller), uuid, { lock: true });
    if (!row) return notFound('mailbox');
    const refusal =
      refuseUnless(caller, row.account_uuid, 'write_records', 'mailbox') ??
      versionMismatch(row.version, expectedVersions ?? [before.version]);
    if (refusal) return refusal;
    const after: queries.OwnMailbox = {
      ...row,
      ...{ imap, smtp, username, smtp_username },
      smtp_password_encrypted: of_smtp && sealSmtpPassword(core, uuid, of_smtp.password),
      default_visibility: change.default_visibility ?? row.default_visibility,
      signature: change.signature ?? row.signature,
      password_encrypted: row.provider === null ? sealPassword(core, uuid, password) : null,
      ...(connects && { state: row.state === 'failed' ? 'connecting' : row.state, problem: null }),
      version: row.version + 1,
      updated_at: toApiTime(core.clock.now()),
    };
    await queries.updateMailbox(tx, after);
    nudgeUser(tx, caller.user_uuid, 'mailbox');
    return shownMailbox(after);
  });
}

/** Has a mailbox be read at once. 404 for that of another User. */
export async function syncMailbox(
  core: MailboxCore,
  caller: Caller,
  uuid: string,
): Promise<Mailbox | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await queries.findMailbox(tx, ownerOf(caller), uuid);
    if (!row) return notFound('mailbox');
    await readNow(core, tx, row);
    return shownMailbox(row);
  });
}

export async function readNow(
  core: MailboxCore,
  tx: Transaction,
  { uuid, account_uuid, state }: Pick<Mailbox, 'uuid' | 'account_uuid' | 'state'>,
): Promise<void> {
  if (state === 'failed') return;
  const job = { step: { mailbox_uuid: uuid }, account_uuid, key: uuid };
  if ((await enqueue(core, tx, { name: SYNC }, job)) === null) await hasten(core, tx, SYNC, uuid);
}

/** Forgets a mailbox with its password. The mail that came by it stays, as it is. */
export async function deleteMailbox(
  core: MailboxCore,
  caller: Caller,
  uuid: string,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await queries.findMailbox(tx, ownerOf(caller), uuid, { lock: true });
    if (!row) return notFound('mailbox');
    await queries.deleteMailbox(tx, row);
    nudgeUser(tx, caller.user_uuid, 'mailbox');
    return null;
  });
}

export function ownerOf(caller: Caller): queries.MailboxOwner {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}

export function shownMailbox(row: queries.OwnMailbox): Mailbox {
  const { password_encrypted: _, smtp_password_encrypted: __, tokens: ___, ...mailbox } = row;
  return mailbox;
}

function taken(address: string): Problem {
  const detail = `/address is taken: you have connected ${address} to this Account already.`;
  return fieldsInvalid({ pointer: '/address', code: 'taken', detail });
}

function full(): Problem {
  return new Problem(
    'limit_reached',
    `You have ${MAILBOXES_MAX} mailboxes in this Account, the most there may be.`,
  );
}

function passwordMissing(pointer: '/password' | '/smtp_password'): Problem {
  const detail = `${pointer} is missing: another server or name needs it again.`;
  return fieldsInvalid({ pointer, code: 'required', detail });
}

/** With what is signed in where mail is sent; null: as everywhere. 422 without its password. */
function smtpOf({
  smtp_username = null,
  smtp_password,
}: {
  smtp_username?: string | null | undefined;
  smtp_password?: string | undefined;
}): { username: string; password: string } | null | Problem {
  if (smtp_username === null) return null;
  if (smtp_password === undefined) return passwordMissing('/smtp_password');
  return { username: smtp_username, password: smtp_password };
}

function withSecret(sign_in: { username: string; password: string } | null) {
  return sign_in && { username: sign_in.username, secret: { password: sign_in.password } };
}

function signsInElsewhere(): Problem {
  const detail =
    'This mailbox signs in at its provider, so it has no password or server of its own. Disconnect it, and connect it with a password.';
  return new Problem('conflict', detail);
}

export function atRest(): Problem {
  return new Problem(
    'conflict',
    'This is a copy of a Rapport, which reads no mailbox. Connect it at the original.',
  );
}

import { type AuditAction, type AuditEntry, MEMBER_AUDIT_ACTIONS } from '@rapport/contract/audit';
import type { Sql } from 'sql-template-tag';
import type { Caller, Cause } from '../access/caller.ts';
import { refuseUnless } from '../access/rules.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { type Page, pageByUuid } from '../platform/lists/page.ts';
import { Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import * as queries from './queries.ts';

/** The actor of an entry and the request: a Cause, or a person without credentials yet. */
export type AuditCause = Pick<Cause, 'request_id' | 'address'> & {
  actor: AuditEntry['actor'];
};

/** The User, application and Account that an entry is about. `details` must hold no secret. */
export type AuditSubject = Partial<
  Pick<AuditEntry, 'user_uuid' | 'oauth_client_uuid' | 'account_uuid' | 'details'>
>;

/** Appends an entry. With the transaction of a change as `db`, both are committed or neither. */
export async function recordAudit(
  core: Pick<Core, 'clock'>,
  db: Queryable,
  cause: AuditCause,
  action: AuditAction,
  subject: AuditSubject,
): Promise<void> {
  await queries.insertEntry(db, newEntry(core, cause, action, subject));
}

/** As `recordAudit`, in the transaction of the change. It only sends the entry. */
export function sendAudit(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  cause: AuditCause,
  action: AuditAction,
  subject: AuditSubject,
): void {
  queries.sendEntry(tx, newEntry(core, cause, action, subject));
}

/**
 * Appends entries as a part of another statement, where an extra round trip would cost too much.
 * Each row of `source`, a common table expression of that statement, makes one entry.
 */
export function auditedFrom(
  source: string,
  core: Pick<Core, 'clock'>,
  cause: AuditCause,
  action: AuditAction,
  subject: AuditSubject,
): Sql {
  return queries.insertionFrom(source, newEntry(core, cause, action, subject));
}

function newEntry(
  { clock }: Pick<Core, 'clock'>,
  cause: AuditCause,
  action: AuditAction,
  subject: AuditSubject,
): AuditEntry {
  const now = clock.now();
  const { type, uuid, name } = cause.actor;
  return {
    uuid: newUuid(now),
    action,
    actor: { type, uuid, name },
    user_uuid: subject.user_uuid ?? null,
    oauth_client_uuid: subject.oauth_client_uuid ?? null,
    account_uuid: subject.account_uuid ?? null,
    address: cause.address,
    request_id: cause.request_id,
    details: subject.details ?? {},
    created_at: toApiTime(now),
  };
}

/** The entries about the caller, newest first; an application sees only those about itself. */
export async function listOwnEntries(
  { db }: Core,
  caller: Caller,
  query: { cursor?: string; limit: number },
): Promise<Page<AuditEntry>> {
  const { user_uuid, oauth_client_uuid } = caller;
  const data = await queries.listEntries(db, {
    user_uuid,
    oauth_client_uuid: oauth_client_uuid ?? undefined,
    before_uuid: query.cursor,
    limit: query.limit + 1,
  });
  return pageByUuid(data, query.limit);
}

/**
 * The entries about an Account, for its owners and admins. Entries about its members are included
 * when they tell who may act for them. An application sees only entries about itself.
 */
export async function listEntriesOfAccount(
  { db }: Core,
  caller: Caller,
  account_uuid: string,
  query: { cursor?: string; limit: number },
): Promise<Page<AuditEntry> | Problem> {
  const uuid = account_uuid.toLowerCase();
  const refusal = refuseUnless(caller, uuid, 'manage_logins', 'Account');
  if (refusal instanceof Problem) return refusal;
  const data = await queries.listEntriesOfAccount(db, uuid, {
    actions: MEMBER_AUDIT_ACTIONS,
    oauth_client_uuid: caller.oauth_client_uuid,
    before_uuid: query.cursor ?? null,
    limit: query.limit + 1,
  });
  return pageByUuid(data, query.limit);
}

/** For the operator: entries about everybody, newest first. */
export function listEntries(
  { db }: Core,
  filter: Omit<queries.AuditFilter, 'before_uuid'>,
): Promise<AuditEntry[]> {
  return queries.listEntries(db, filter);
}

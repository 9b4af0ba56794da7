import { type AuditAction, type AuditEntry, MEMBER_AUDIT_ACTIONS } from '@rapport/contract/audit';
import type { Sql } from 'sql-template-tag';
import type { Caller, Cause } from '../access/caller.ts';
import { refuseUnless } from '../access/rules.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { Page } from '../platform/lists/page.ts';
import { Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import * as queries from './queries.ts';

/** Who does something, and in which request: a Cause, or somebody without credentials yet. */
export type AuditCause = Pick<Cause, 'request_id' | 'address'> & {
  actor: AuditEntry['actor'];
};

/** Whom and what it concerns. `details` must hold no secret. */
export type AuditSubject = Partial<
  Pick<AuditEntry, 'user_uuid' | 'oauth_client_uuid' | 'account_uuid' | 'details'>
>;

/** Appends an entry. In the transaction `db` of a change it stays only if the change does. */
export async function recordAudit(
  core: Pick<Core, 'clock'>,
  db: Queryable,
  cause: AuditCause,
  action: AuditAction,
  subject: AuditSubject,
): Promise<void> {
  await queries.insertEntry(db, newEntry(core, cause, action, subject));
}

/**
 * Appends entries as a part of another statement, for what happens so often that a round trip
 * counts: one entry for each row of `source`, a common table expression of that statement.
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
    oauth_client_uuid,
    action: null,
    since: null,
    before_uuid: query.cursor ?? null,
    limit: query.limit + 1,
  });
  return pageOf(data, query.limit);
}

/**
 * The entries about an Account, for its owners and admins. Of its members they have those that
 * tell who may act for them. An application sees only those about itself.
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
  return pageOf(data, query.limit);
}

/** Of entries that were asked for with one more than the page holds. */
function pageOf(entries: AuditEntry[], limit: number): Page<AuditEntry> {
  const page = entries.slice(0, limit);
  return { data: page, next_cursor: entries.length > limit ? page.at(-1)!.uuid : null };
}

/** Entries about everybody, newest first: for the operator. */
export function listEntries(
  { db }: Core,
  filter: {
    user_uuid?: string;
    oauth_client_uuid?: string;
    action?: AuditAction;
    since?: Date;
    limit: number;
  },
): Promise<AuditEntry[]> {
  return queries.listEntries(db, {
    user_uuid: filter.user_uuid ?? null,
    oauth_client_uuid: filter.oauth_client_uuid ?? null,
    action: filter.action ?? null,
    since: filter.since ?? null,
    before_uuid: null,
    limit: filter.limit,
  });
}

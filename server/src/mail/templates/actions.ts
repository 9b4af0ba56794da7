import {
  MAIL_TEMPLATES_MAX,
  type MailTemplate,
  type MailTemplateCreate,
  type MailTemplateFilled,
  type MailTemplateUpdate,
} from '@rapport/contract/mail-templates';
import type { Caller } from '../../access/caller.ts';
import { only, reachOf } from '../../access/reach.ts';
import { accountToWrite, refuseUnless } from '../../access/rules.ts';
import { nudge } from '../../live/nudge.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { findReadable } from '../../records/readable.ts';
import { MAIL_KINDS, type MailsCore } from '../mails/actions.ts';
import * as queries from './queries.ts';
import { fill, refusePlaceholders } from './rules.ts';

/** The templates of the Accounts that the caller can reach, by name. */
export function listTemplates({ db }: MailsCore, caller: Caller): Promise<MailTemplate[]> {
  return queries.listTemplates(db, reachOf(caller));
}

export async function getTemplate(
  { db }: MailsCore,
  caller: Caller,
  uuid: string,
): Promise<MailTemplate | Problem> {
  return (await queries.findTemplate(db, reachOf(caller), uuid)) ?? notFound('mail template');
}

/** Makes a template. 422 for one that leaves open what nothing fills in. */
export async function createTemplate(
  core: MailsCore,
  caller: Caller,
  { account_uuid: wanted, subject = '', ...body }: MailTemplateCreate,
): Promise<MailTemplate | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  const at = toApiTime(core.clock.now());
  const row: MailTemplate = {
    ...{ uuid: newUuid(core.clock.now()), account_uuid, name: body.name, subject, text: body.text },
    ...{ version: 1, created_at: at, updated_at: at },
  };
  return core.db.transaction((tx) => put(tx, caller, row, { isNew: true }));
}

export async function updateTemplate(
  core: MailsCore,
  caller: Caller,
  uuid: string,
  change: MailTemplateUpdate,
  expectedVersions: number[] | null,
): Promise<MailTemplate | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await queries.findTemplate(tx, reachOf(caller), uuid, { lock: true });
    if (!before) return notFound('mail template');
    const refusal =
      refuseUnless(caller, before.account_uuid, 'write_records', 'mail template') ??
      versionMismatch(before.version, expectedVersions);
    if (refusal) return refusal;
    const updated_at = toApiTime(core.clock.now());
    const row = { ...before, ...change, version: before.version + 1, updated_at };
    return put(tx, caller, row, { isNew: false });
  });
}

async function put(
  tx: Transaction,
  caller: Caller,
  row: MailTemplate,
  { isNew }: { isNew: boolean },
): Promise<MailTemplate | Problem> {
  const refusal = refusePlaceholders(row);
  if (refusal) return refusal;
  const { count, is_taken } = await queries.countTemplates(tx, row);
  if (is_taken) {
    const detail = `/name is taken: the Account has a template “${row.name}” already.`;
    return fieldsInvalid({ pointer: '/name', code: 'taken', detail });
  }
  if (isNew && count >= MAIL_TEMPLATES_MAX)
    return new Problem(
      'limit_reached',
      `The Account has ${MAIL_TEMPLATES_MAX} templates, the most there may be.`,
    );
  await queries.putTemplate(tx, row);
  nudgeOf(tx, caller, row);
  return row;
}

export async function deleteTemplate(
  core: MailsCore,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await queries.findTemplate(tx, reachOf(caller), uuid, { lock: true });
    if (!row) return notFound('mail template');
    const refusal =
      refuseUnless(caller, row.account_uuid, 'write_records', 'mail template') ??
      versionMismatch(row.version, expectedVersions);
    if (refusal) return refusal;
    await queries.deleteTemplate(tx, row);
    nudgeOf(tx, caller, row);
    return null;
  });
}

/**
 * Fills a template in for a mail from a record to an address. What has no value is told, and a mail
 * that still has it in braces is refused. 404 for a record that the caller may not read.
 */
export async function fillTemplate(
  core: MailsCore,
  caller: Caller,
  uuid: string,
  { record_uuid, to }: { record_uuid: string | null; to: string | null },
): Promise<MailTemplateFilled | Problem> {
  const reach = reachOf(caller);
  const row = await queries.findTemplate(core.db, reach, uuid);
  if (!row) return notFound('mail template');
  const named = record_uuid === null ? [] : MAIL_KINDS.map((resource) => ({ resource, uuid: record_uuid }));
  const isFound =
    record_uuid === null ||
    (await findReadable(core.db, core.kinds, only(reach, row.account_uuid), named)).size > 0;
  if (!isFound) return notFound('record');
  const asked = { user_uuid: caller.user_uuid, reach };
  return fill(row, await queries.findValues(core.db, asked, row.account_uuid, { record_uuid, to }));
}

function nudgeOf(tx: Transaction, caller: Caller, { account_uuid, uuid }: MailTemplate): void {
  nudge(tx, caller.change_uuid, [{ resource: 'mail_template', account_uuid, uuid }]);
}

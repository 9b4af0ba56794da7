import type { MailBounce } from '@rapport/contract/mail';
import { type Caller, fromMailbox } from '../../access/caller.ts';
import { reachIn } from '../../access/rules.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { tellBounces } from '../traces/actions.ts';
import * as queries from './queries.ts';

/** Those of these addresses at which mail does not arrive, as far as the caller may know. */
export async function listBounces(
  { db }: { db: Queryable },
  caller: Caller,
  { account_uuid, addresses }: { account_uuid: string | null; addresses: string[] },
): Promise<MailBounce[] | Problem> {
  const reach = reachIn(caller, account_uuid);
  if (reach instanceof Problem) return reach;
  const reader = { user_uuid: caller.user_uuid, reach };
  return queries.listBounces(db, reader, addresses);
}

/** Marks the mails of a mailbox that did not arrive, and tells of them. Returns them. */
export async function noteBounces(
  core: Core,
  tx: Transaction,
  mailbox: { uuid: string; account_uuid: string; user_uuid: string },
  bounces: queries.Bounce[],
): Promise<string[]> {
  const mail_uuids = bounces.length === 0 ? [] : await queries.setBounces(tx, mailbox, bounces);
  if (mail_uuids.length === 0) return [];
  const origin = fromMailbox(mailbox.user_uuid, mailbox.uuid);
  await tellBounces(core, tx, origin, mailbox.account_uuid, mail_uuids);
  return mail_uuids;
}

import type { MailThreadDeal } from '@rapport/contract/mail-threads';
import type { Caller } from '../../access/caller.ts';
import { only, type Reach } from '../../access/reach.ts';
import { changeNotAllowed, refuseUnless } from '../../access/rules.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { findReadable, mayChangeOne } from '../../records/readable.ts';
import { type MailsCore, readerOf } from '../mails/actions.ts';
import { listMails } from '../mails/queries.ts';
import { nudgeOfMails } from '../traces/actions.ts';
import * as queries from './queries.ts';

/** The newest mails of a conversation, whose people are near Deals. */
const MAILS_MAX = 20;

type Thread = { account_uuid: string; thread_uuid: string; mail_uuids: string[]; reach: Reach };

/** The Deals of a conversation that the caller sees, and those that may be meant. */
export async function listDealsOfThread(
  { db }: MailsCore,
  caller: Caller,
  thread_uuid: string,
): Promise<MailThreadDeal[] | Problem> {
  const thread = await findThread(db, caller, thread_uuid);
  if (thread instanceof Problem) return thread;
  return queries.listDealsOf(db, thread.reach, thread, thread.mail_uuids);
}

/**
 * Says that a conversation is of a Deal, or is not. It gives nobody a right to read its mails. The
 * rule says nothing of this conversation from then on.
 */
export async function putDeal(
  core: MailsCore,
  caller: Caller,
  { thread_uuid, deal_uuid, is_linked }: { thread_uuid: string; deal_uuid: string; is_linked: boolean },
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const thread = await findThread(tx, caller, thread_uuid);
    if (thread instanceof Problem) return thread;
    const { account_uuid, reach } = thread;
    const named = [{ resource: 'deal', uuid: deal_uuid }];
    if ((await findReadable(tx, core.kinds, reach, named)).size === 0) return notFound('deal');
    const refusal = refuseUnless(caller, account_uuid, 'write_records', 'mail');
    if (refusal) return refusal;
    if (!(await mayChangeOne(tx, core.kinds, reach, named)))
      return changeNotAllowed('You see this Deal, and may not change what belongs to it.');
    const { user_uuid } = caller;
    await queries.putDeal(tx, {
      account_uuid,
      thread_uuid,
      deal_uuid,
      is_linked,
      user_uuid,
      now: core.clock.now(),
    });
    const moved = { account_uuid, holder_uuid: user_uuid, change_uuid: caller.change_uuid };
    await nudgeOfMails(tx, moved, thread.mail_uuids);
    return null;
  });
}

/** A conversation of which the caller may know a mail, with its newest such mails. */
async function findThread(db: Queryable, caller: Caller, thread_uuid: string): Promise<Thread | Problem> {
  const reader = readerOf(caller);
  const mails = await listMails(db, reader, { thread_uuid, before: null, limit: MAILS_MAX });
  const [first] = mails;
  if (!first) return notFound('conversation');
  const { account_uuid } = first;
  const mail_uuids = mails.map(({ uuid }) => uuid);
  return { account_uuid, thread_uuid, mail_uuids, reach: only(reader.reach, account_uuid) };
}

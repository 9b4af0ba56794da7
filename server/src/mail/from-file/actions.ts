import type { MailLevel, WholeMail } from '@rapport/contract/mail';
import type { Caller } from '../../access/caller.ts';
import { only } from '../../access/reach.ts';
import { accountToWrite } from '../../access/rules.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { findReadable } from '../../records/readable.ts';
import { putDeal } from '../deals/actions.ts';
import { getMail, MAIL_KINDS, type MailsCore, readerOf } from '../mails/actions.ts';
import { isOfRecord } from '../mails/queries.ts';
import { MailReader } from '../reading/reader.ts';
import { keepMails } from '../sync/keep.ts';
import type { FoundMail } from '../sync/look.ts';
import { nudgeOfMails } from '../traces/actions.ts';
import { readFound } from './found.ts';
import * as queries from './queries.ts';

type FromFile = { account_uuid?: string; record_uuid: string; visibility?: MailLevel };

/**
 * Keeps a mail that lies in a file (RFC 5322) as one of the caller's own, with a record of its
 * people, or a Deal. Others read it as they read a file of the record, unless told otherwise. One
 * that the caller has is not kept twice. 422 for a mail of nobody of the record.
 */
export async function createFromFile(
  core: MailsCore,
  caller: Caller,
  { account_uuid: wanted, record_uuid, visibility = 'full' }: FromFile,
  bytes: Buffer,
): Promise<WholeMail | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  const reach = only(readerOf(caller).reach, account_uuid);
  const named = MAIL_KINDS.map((resource) => ({ resource, uuid: record_uuid }));
  const [record] = await findReadable(core.db, core.kinds, reach, named);
  if (record === undefined) return notFound('record');
  const owner = { account_uuid, user_uuid: caller.user_uuid };
  const found = await readFile(core, owner, bytes);
  if (found instanceof Problem) return found;
  return core.db.transaction(async (tx) => {
    const inTx = { ...core, db: tx };
    await queries.rememberAgain(tx, owner, found.mail.fingerprint);
    await keepMails(core, tx, { ...owner, uuid: null, default_visibility: visibility }, [found.mail], caller);
    const { uuid, thread_uuid } = await queries.findKept(tx, owner, found.mail.fingerprint);
    if (record.startsWith('deal ')) {
      const link = { thread_uuid, deal_uuid: record_uuid, is_linked: true };
      const refusal = await putDeal(inTx, caller, link);
      if (refusal) return refusal;
    }
    if (!(await isOfRecord(tx, reach, record_uuid, uuid))) return ofNobody(found.asked);
    const moved = { account_uuid, holder_uuid: caller.user_uuid, change_uuid: caller.change_uuid };
    await nudgeOfMails(tx, moved, [uuid]);
    return getMail(inTx, caller, uuid);
  });
}

/** Reads the mail in a thread of its own, and says no to one of nobody that the Account knows. */
async function readFile(
  core: MailsCore,
  owner: { account_uuid: string; user_uuid: string },
  bytes: Buffer,
): Promise<{ asked: string[]; mail: FoundMail } | Problem> {
  const reader = new MailReader();
  try {
    const found = await readFound(core, owner, reader, bytes);
    if (found === null) return noMail();
    const { asked, mail } = found;
    return mail === null ? ofNobody(asked) : { asked, mail };
  } finally {
    await reader.close();
  }
}

function noMail(): Problem {
  const detail =
    'The body is no mail: it has no sender and no receiver. Send the file as your mail program saved it.';
  return fieldsInvalid({ pointer: '', code: 'wrong_format', detail });
}

const NAMED_MAX = 5;

function ofNobody(addresses: string[]): Problem {
  const detail =
    addresses.length === 0
      ? 'This mail is among your own people, or with somebody whose mail is never kept.'
      : `Nobody of this mail is of the record: ${addresses.slice(0, NAMED_MAX).join(', ')}. Give one of these addresses to the Contact or Client first.`;
  return fieldsInvalid({ pointer: '', code: 'not_found', detail });
}

import { fromMailbox } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readHead, readMail } from '../reading/read-mail.ts';
import { MailReader } from '../reading/reader.ts';
import { keepMails } from '../sync/keep.ts';
import type { FoundMail } from '../sync/look.ts';
import { findBook, findKnown, type MailboxRow } from '../sync/queries.ts';
import { askedAddresses, fingerprintOf, peopleOf, sentAt } from '../sync/rules.ts';
import * as queries from './queries.ts';

/** One of our own of this length is read within milliseconds; a longer one in a thread. */
const HERE_MAX_BYTES = 256 * 1024;

/**
 * Reads a mail of ours as the folder of sent mail would be read, so that the copy from there is
 * known to be the same. Null: nobody in it is known any more, so nothing of it is kept.
 */
export async function readSent(
  core: { db: Queryable; clock: Clock },
  mailbox: MailboxRow,
  bytes: Buffer,
): Promise<FoundMail | null> {
  const isShort = bytes.length <= HERE_MAX_BYTES;
  const reader = isShort ? { readHead, readMail, close: () => {} } : new MailReader();
  try {
    const head = await reader.readHead(bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4));
    if (!head) return null;
    const book = await findBook(core.db, mailbox);
    const people = peopleOf(head, book);
    const known = await findKnown(core.db, mailbox.account_uuid, askedAddresses(people, book));
    if (known.size === 0) return null;
    const now = core.clock.now();
    const { date, people: _, is_report: __, ...rest } = head;
    return {
      ...rest,
      ...(await reader.readMail(bytes)),
      people,
      fingerprint: fingerprintOf(head, bytes.length),
      direction: 'out',
      sent_at: sentAt(date, now, now),
    };
  } finally {
    await reader.close();
  }
}

/** Keeps a sent mail, or finds it if a look into the mailbox was faster. Null: it is forgotten. */
export async function keepSent(
  core: Core,
  tx: Transaction,
  mailbox: MailboxRow,
  found: FoundMail,
): Promise<string | null> {
  await keepMails(core, tx, mailbox, [found], fromMailbox(mailbox.user_uuid, mailbox.uuid));
  return queries.findKept(tx, mailbox, found.fingerprint);
}

import type { Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { MailReader } from '../reading/reader.ts';
import type { FoundMail } from '../sync/look.ts';
import { findBook, findKnown } from '../sync/queries.ts';
import { askedAddresses, directionOf, fingerprintOf, peopleOf, sentAt } from '../sync/rules.ts';

/** A head that is longer is none that a person's program has written. */
const HEAD_MAX_BYTES = 256 * 1024;

/** The lines of the head of a mail (RFC 5322); null: they are too many. */
export function headBytesOf(bytes: Buffer): Buffer | null {
  const end = bytes.indexOf('\r\n\r\n') === -1 ? bytes.indexOf('\n\n') : bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end === -1 ? bytes.length : end);
  return head.length > HEAD_MAX_BYTES ? null : head;
}

/**
 * Reads a mail that came as bytes, as one of `owner`. `asked`: the addresses of which one must be
 * known; `mail` is null when none is. Null: it is no mail.
 */
export async function readFound(
  { db, clock }: { db: Queryable; clock: Clock },
  owner: { account_uuid: string; user_uuid: string },
  reader: MailReader,
  bytes: Buffer,
): Promise<{ asked: string[]; mail: FoundMail | null } | null> {
  const head_bytes = headBytesOf(bytes);
  const head = head_bytes && (await reader.readHead(head_bytes));
  if (!head || head.people.length === 0) return null;
  const book = await findBook(db, owner);
  const people = peopleOf(head, book);
  const asked = askedAddresses(people, book);
  if ((await findKnown(db, owner.account_uuid, asked)).size === 0) return { asked, mail: null };
  const { date, people: _, is_report: __, ...rest } = head;
  const now = clock.now();
  const mail = {
    ...rest,
    ...(await reader.readMail(bytes)),
    people,
    fingerprint: fingerprintOf(head, bytes.length),
    direction: directionOf(people),
    sent_at: sentAt(date, now, now),
  };
  return { asked, mail };
}

import type { Origin } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { linkByRule } from '../deals/queries.ts';
import { logMails } from '../traces/actions.ts';
import * as queries from './keep-queries.ts';
import type { FoundMail } from './look.ts';
import type { MailboxRow } from './queries.ts';
import { threadsOf, topicOf } from './rules.ts';

/**
 * Keeps mails that were found, each once for its holder, whatever folder or number it came by.
 * Those that the holder has deleted here stay away. `origin`: how they came. Returns those that are
 * new.
 */
export async function keepMails(
  core: Core,
  tx: Transaction,
  mailbox: Pick<MailboxRow, 'account_uuid' | 'user_uuid' | 'default_visibility'> & { uuid: string | null },
  found: FoundMail[],
  origin: Origin,
): Promise<(FoundMail & { uuid: string })[]> {
  if (found.length === 0) return [];
  const {
    uuid: mailbox_uuid,
    account_uuid,
    user_uuid: holder_uuid,
    default_visibility: visibility,
  } = mailbox;
  const ids = found.flatMap(({ message_id, references }) => [message_id ?? [], references].flat());
  const onTopic = found.map((mail) => ({ ...mail, ...topicOf(mail) }));
  const topics = onTopic.flatMap(({ topic }) => topic ?? []);
  const threads = threadsOf(
    account_uuid,
    onTopic,
    await queries.findThreads(tx, account_uuid, ids),
    await queries.findOnTopics(tx, { account_uuid, holder_uuid }, topics),
  );
  const now = core.clock.now();
  const rows = onTopic.map((mail, index) => {
    // The time of sending in the uuid makes the order of the uuids that of the mails.
    const uuid = newUuid(mail.sent_at);
    return {
      ...mail,
      uuid,
      account_uuid,
      mailbox_uuid,
      holder_uuid,
      visibility,
      thread_uuid: threads[index]!,
      now,
    };
  });
  const made = await queries.insertMails(tx, rows);
  const kept = rows.filter(({ uuid }) => made.has(uuid));
  const people = kept.flatMap(({ uuid: mail_uuid, people }) =>
    people.map((person, index) => ({ ...person, account_uuid, mail_uuid, place: index + 1 })),
  );
  await queries.insertPeople(tx, people);
  await linkByRule(tx, account_uuid, [...made], now);
  for (const { uuid, attachments } of kept)
    for (const [index, one] of attachments.entries())
      await queries.insertAttachment(tx, uuid, index + 1, one);
  await logMails(core, tx, origin, account_uuid, [...made]);
  return kept;
}

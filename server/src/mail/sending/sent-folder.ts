import type { ImapFlow } from 'imapflow';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { inMailbox, type SignIn } from '../mailboxes/connection.ts';
import { findFolders } from '../mailboxes/folders.ts';
import type { MailProblem } from '../mailboxes/mail-problem.ts';

/** What is in the folder of sent mail: this mail, another one, or there is no such folder. */
export type Filed = 'there' | 'not_there' | 'no_folder';

const LOOK_MAX_MS = 40_000;

/**
 * Looks for a mail in the folder of sent mail. With `bytes` it is put there when it is not: many
 * servers do so by themselves, and the others never do.
 */
export function findInSent(
  sign_in: SignIn,
  policy: TargetPolicy,
  { message_id, bytes = null }: { message_id: string; bytes?: Buffer | null },
  stopping: AbortSignal,
): Promise<Filed | MailProblem> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LOOK_MAX_MS)]);
  return inMailbox(sign_in, policy, signal, async (client): Promise<Filed> => {
    const { sent } = await findFolders(client);
    if (sent === null) return 'no_folder';
    if (await isIn(client, sent, message_id)) return 'there';
    if (bytes === null) return 'not_there';
    await client.append(sent, bytes, ['\\Seen']);
    return 'there';
  });
}

async function isIn(client: ImapFlow, folder: string, message_id: string): Promise<boolean> {
  await client.mailboxOpen(folder, { readOnly: true });
  const found = await client.search({ header: { 'message-id': message_id } }, { uid: true });
  return Array.isArray(found) && found.length > 0;
}

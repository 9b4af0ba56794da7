import { setTimeout as delay } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { inMailbox, type SignIn } from '../mailboxes/connection.ts';
import { findFolders } from '../mailboxes/folders.ts';
import type { MailProblem } from '../mailboxes/mail-problem.ts';

/** How often the server is asked for sent mail, of which it says nothing by itself. */
const ASK_MS = 2 * 60_000;

/** A connection that is silent for so long has been cut. */
const SILENCE_MS = 3 * 60_000;

/** The pause before a server is asked again that does not wait. */
const AGAIN_MS = 1_000;

type Calls = {
  /** Called when the watch begins: what came before it may not have been read. */
  onBegin: () => Promise<void>;
  /** Called when there is something new. */
  onNew: () => void;
};

/**
 * Waits in a mailbox for mail, by one connection in IDLE (RFC 2177), until it is stopped or the
 * connection breaks. Returns false for a server that cannot do that.
 */
export function watch(
  sign_in: SignIn,
  policy: TargetPolicy,
  { onBegin, onNew }: Calls,
  stopping: AbortSignal,
): Promise<boolean | MailProblem> {
  const work = async (client: ImapFlow): Promise<boolean> => {
    await client.mailboxOpen('INBOX', { readOnly: true });
    if (!client.capabilities.has('IDLE')) return false;
    const { sent } = await findFolders(client);
    let sent_next = await nextOf(client, sent);
    client.on('exists', onNew);
    await onBegin();
    while (client.usable && !stopping.aborted) {
      const began_ms = performance.now();
      const waiting = new AbortController();
      const idle = client.idle();
      await Promise.race([idle, delay(ASK_MS, null, { signal: waiting.signal }).catch(() => {})]);
      waiting.abort();
      if (!client.usable) break;
      // A command ends the waiting.
      const next = await nextOf(client, sent);
      await idle;
      if (next !== sent_next) onNew();
      sent_next = next;
      if (performance.now() - began_ms < AGAIN_MS) await delay(AGAIN_MS);
    }
    return true;
  };
  return inMailbox(sign_in, policy, stopping, work, SILENCE_MS);
}

/** The number that the next mail of a folder gets; null when that is not known. */
async function nextOf(client: ImapFlow, path: string | null): Promise<number | null> {
  if (path === null) {
    await client.noop();
    return null;
  }
  const status = await client.status(path, { uidNext: true });
  return status ? (status.uidNext ?? null) : null;
}

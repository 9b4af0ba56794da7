import type { ImapFlow } from 'imapflow';
import type { Core } from '../../../platform/core.ts';
import { parseAllowedTargets } from '../../../webhooks/guard/allowed-targets.ts';
import type { TargetPolicy } from '../../../webhooks/guard/target.ts';
import { inMailbox, MAIL_MAX_BYTES } from '../../mailboxes/connection.ts';
import type { MailProblem } from '../../mailboxes/mail-problem.ts';
import { secretAddressesIn } from '../../reading/drop-address.ts';
import { MailReader } from '../../reading/reader.ts';
import type { Turn } from '../../sync/look.ts';
import type { DropFolder, MailDrop } from '../core.ts';
import { findBox, takeMail } from '../take/actions.ts';
import { findProgress, type Progress } from './queries.ts';

/** A step ends by itself after this, and goes on in another turn. */
const BEGIN_MAX_MS = 15_000;
const STEP_MAX_MS = 40_000;

/** A mail is for so many at the most. */
const RECEIVERS_MAX = 20;

/**
 * Where servers write for whom a mail is: whoever wrote a secret address there knows it, so none of
 * them must be believed.
 */
const HEADERS = [
  ...['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to', 'received'],
  ...['to', 'cc', 'bcc'],
];

export type Read = Progress & { left: number };
type ReadCore = Core & { mail_targets: TargetPolicy; mail_drop: MailDrop };

/** The server, user and path of a folder. */
export function placeOf({ host, port, username, path }: DropFolder): string {
  return `${username}@${host}:${port}/${path}`;
}

/**
 * Takes the mails that have come to the folder of the operator, the oldest first. The folder is
 * only read. A mail that is read again, because a process died, is taken once.
 */
export async function readFolder(
  core: ReadCore,
  folder: DropFolder,
  { stopping, place }: Turn,
): Promise<Read | MailProblem> {
  const { host, port, security, username, password, path } = folder;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(STEP_MAX_MS)]);
  const sign_in = { imap: { host, port, security }, smtp: null, username, secret: { password } };
  // The operator names this server: it may be in their own network.
  const allowed = parseAllowedTargets(`${host}:${port}`, 'RAPPORT_MAIL_DROP_IMAP');
  const policy = 'hosts' in allowed ? { ...core.mail_targets, allowed } : core.mail_targets;
  const reader = new MailReader();
  place.leave();
  const read = inMailbox(sign_in, policy, signal, async (client) => {
    await place.take();
    const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true });
    const uid_validity = Number(uidValidity);
    const before = await findProgress(core.db, placeOf(folder));
    // Another number means that the UIDs begin anew, so all is looked at again.
    let last_uid = before?.uid_validity === uid_validity ? before.last_uid : 0;
    const uids = uidNext <= last_uid + 1 ? [] : await findAfter(client, last_uid);
    const until_ms = performance.now() + BEGIN_MAX_MS;
    let done = 0;
    while (done < uids.length && performance.now() < until_ms) {
      await takeOne(core, { client, reader }, uids[done]!);
      last_uid = uids[done]!;
      done++;
    }
    return { uid_validity, last_uid, left: uids.length - done };
  });
  return read.finally(() => reader.close());
}

async function findAfter(client: ImapFlow, last_uid: number): Promise<number[]> {
  const found = (await client.search({ uid: `${last_uid + 1}:*` }, { uid: true })) || [];
  // `n:*` has the last mail in it, though it is older.
  return found.filter((uid) => uid > last_uid).sort((a, b) => a - b);
}

async function takeOne(
  core: ReadCore,
  { client, reader }: { client: ImapFlow; reader: MailReader },
  uid: number,
): Promise<void> {
  const head = await client.fetchOne(String(uid), { size: true, headers: HEADERS }, { uid: true });
  const text = head ? (head.headers?.toString('latin1') ?? '') : '';
  const addresses = secretAddressesIn(text, core.mail_drop.domain).slice(0, RECEIVERS_MAX);
  const found = await Promise.all(addresses.map((address) => findBox(core, address)));
  const boxes = found.filter((box) => box !== null);
  if (!head || boxes.length === 0) return;
  const isLong = (head.size ?? 0) > MAIL_MAX_BYTES;
  const whole = isLong ? null : await client.fetchOne(String(uid), { source: true }, { uid: true });
  const source = whole ? whole.source : undefined;
  for (const box of boxes) await takeMail(core, box, source ?? Buffer.alloc(0), reader);
}

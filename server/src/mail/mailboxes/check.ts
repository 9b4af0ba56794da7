import type { MailboxChecked } from '@rapport/contract/mailboxes';
import { Problem } from '../../platform/problem.ts';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { inMailbox, openTransport, type SignIn, type SmtpSignIn } from './connection.ts';
import { findFolders } from './folders.ts';
import { isMailProblem, type MailProblem, problemOf } from './mail-problem.ts';

/** Somebody waits for it in front of a page. */
const CHECK_MAX_MS = 25_000;

/**
 * Tries to get into a mailbox, and to be let in where it sends. 409 with the words of the server.
 */
export async function checkMailbox(
  sign_in: SignIn,
  smtp_sign_in: Pick<SignIn, 'username' | 'secret'> | null,
  policy: TargetPolicy,
): Promise<MailboxChecked | Problem> {
  const signal = AbortSignal.timeout(CHECK_MAX_MS);
  const read = await inMailbox(sign_in, policy, signal, async (client) => {
    const { sent } = await findFolders(client);
    const { messages = 0 } = (await client.status('INBOX', { messages: true })) || {};
    return { messages, sent_folder: sent };
  });
  if (isMailProblem(read)) return refusedBy(`${sign_in.imap.host} (IMAP)`, read);
  const { smtp } = sign_in;
  if (smtp === null) return { ...read, sends: false };
  const failed = await checkSending({ ...(smtp_sign_in ?? sign_in), smtp }, policy);
  return failed ? refusedBy(`${smtp.host} (SMTP)`, failed) : { ...read, sends: true };
}

async function checkSending(sign_in: SmtpSignIn, policy: TargetPolicy): Promise<MailProblem | null> {
  const transport = await openTransport(sign_in, policy);
  if (isMailProblem(transport)) return transport;
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return problem;
  } finally {
    transport.close();
  }
}

const WHAT: Record<MailProblem['code'], string> = {
  refused: 'refused the name or the password',
  unreachable: 'could not be reached',
  certificate: 'has no certificate that this Rapport trusts',
  not_encrypted: 'would be spoken to without encryption',
  not_allowed: 'may not be connected to',
};

/** 409 that says which server did not work, and in which words. */
function refusedBy(server: string, { code, detail }: MailProblem): Problem {
  return new Problem('mailbox_refused', `${server} ${WHAT[code]}: ${detail}`);
}

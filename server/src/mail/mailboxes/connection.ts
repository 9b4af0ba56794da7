import { isIP } from 'node:net';
import type { MailServer } from '@rapport/contract/mailboxes';
import type { ImapFlow } from 'imapflow';
import type { Transporter } from 'nodemailer';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { isMailProblem, type MailProblem, problemOf } from './mail-problem.ts';
import { findMailServer } from './target.ts';

/** What a mail server asks for beside the name; a token is given by XOAUTH2 or OAUTHBEARER. */
export type Secret = { password: string } | { access_token: string };

/** How to get into a mailbox. */
export type SignIn = { imap: MailServer; smtp: MailServer | null; username: string; secret: Secret };

/** The way to send from it, which may have its own name and password. */
export type SmtpSignIn = { smtp: MailServer; username: string; secret: Secret };

/** A server that says nothing for so long is not waited for. */
const [CONNECT_MS, SILENCE_MS] = [10_000, 15_000];

/** The longest mail that is read, with some room for what a server says around it. */
export const MAIL_MAX_BYTES = 25 * 1024 * 1024;
const ANSWER_MAX_BYTES = MAIL_MAX_BYTES + 1024 * 1024;

/**
 * Signs in to a mailbox, does `work` and signs out. A server that refuses, is away or takes longer
 * than `signal` allows is a value.
 */
export async function inMailbox<Result>(
  { imap, username, secret }: SignIn,
  policy: TargetPolicy,
  signal: AbortSignal,
  work: (client: ImapFlow) => Promise<Result>,
  silence_ms = SILENCE_MS,
): Promise<Result | MailProblem> {
  const found = await findMailServer(imap, policy);
  if (isMailProblem(found)) return found;
  const user = username;
  const auth =
    'password' in secret ? { user, pass: secret.password } : { user, accessToken: secret.access_token };
  const client = await clientOf(imap, found, auth, silence_ms);
  const end = () => client.close();
  signal.addEventListener('abort', end);
  // An error while nobody waits is told again by the next command.
  client.on('error', () => {});
  try {
    if (signal.aborted) return TOO_LONG;
    await client.connect();
    return await work(client);
  } catch (error) {
    if (signal.aborted) return TOO_LONG;
    const problem = problemOf(error);
    if (problem === null) throw error;
    return problem;
  } finally {
    signal.removeEventListener('abort', end);
    client.close();
  }
}

const TOO_LONG: MailProblem = { code: 'unreachable', detail: 'The server took too long.' };

async function clientOf(
  { port, security }: MailServer,
  { address, host }: { address: string; host: string },
  auth: { user: string; pass: string } | { user: string; accessToken: string },
  silence_ms: number,
): Promise<ImapFlow> {
  // Loaded with the first mailbox: most installations start without one.
  const { ImapFlow } = await import('imapflow');
  return new ImapFlow({
    host: address,
    ...servernameOf(host),
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
    auth,
    logger: false,
    clientInfo: { name: 'Rapport' },
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: silence_ms,
    maxLiteralSize: MAIL_MAX_BYTES,
    maxLineLength: 8 * 1024 * 1024,
    maxResponseSize: ANSWER_MAX_BYTES,
  });
}

/** A server that is named by its address has no other name (RFC 6066 §3). */
export function servernameOf(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

/** Opens a way to send from a mailbox. Close it. */
export async function openTransport(
  { smtp, username: user, secret }: SmtpSignIn,
  policy: TargetPolicy,
): Promise<Transporter | MailProblem> {
  const found = await findMailServer(smtp, policy);
  if (isMailProblem(found)) return found;
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: found.address,
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    tls: servernameOf(found.host),
    auth:
      'password' in secret
        ? { user, pass: secret.password }
        : { type: 'OAuth2', user, accessToken: secret.access_token },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

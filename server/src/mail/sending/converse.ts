import { Readable } from 'node:stream';
import type { MailServer } from '@rapport/contract/mailboxes';
import type { OutgoingProblemCode } from '@rapport/contract/outgoing-mails';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { type Secret, servernameOf } from '../mailboxes/connection.ts';
import { isMailProblem, wordsOf } from '../mailboxes/mail-problem.ts';
import { findMailServer } from '../mailboxes/target.ts';

export type SendProblem = { code: OutgoingProblemCode; detail: string; addresses?: string[] };

/**
 * How a conversation with a mail server ended. `sent`: it took the mail. `refused`: it said no for
 * good. `later`: nothing was given to it, so that it may be tried again. `uncertain`: it was given
 * the mail, and nobody knows whether it took it.
 */
export type Sending =
  | { end: 'sent' }
  | { end: 'refused' | 'later' | 'uncertain'; problem: SendProblem }
  /** Somebody else decides about the mail by now. Nothing was given to the server. */
  | { end: 'not_ours' };

export type Parcel = {
  smtp: MailServer;
  username: string;
  secret: Secret;
  from: string;
  to: string[];
  bytes: Buffer;
};

/** A server looks through a mail before it answers, so that takes longer than a greeting. */
const [CONNECT_MS, SILENCE_MS, SEND_MAX_MS] = [10_000, 60_000, 120_000];

/** A worker that stops waits so long for the answer about a mail that it has given. */
const LAST_WORD_MS = 8_000;

/**
 * Gives a mail to a mail server. Nothing of it is given when one of its receivers is refused, and
 * not before `isOurs` says that this attempt is the one that counts. `signal` ends it, but for the
 * answer about what was given.
 */
export async function giveToServer(
  parcel: Parcel,
  policy: TargetPolicy,
  { isOurs, signal }: { isOurs: () => Promise<boolean>; signal: AbortSignal },
): Promise<Sending> {
  const { smtp } = parcel;
  const found = await findMailServer(smtp, policy);
  if (isMailProblem(found)) {
    const code = found.code === 'unreachable' ? 'unreachable' : 'not_allowed';
    return { end: code === 'unreachable' ? 'later' : 'refused', problem: { code, detail: found.detail } };
  }
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const auth = await authOf(parcel);
  const connection = new Connection({
    host: found.address,
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    tls: servernameOf(found.host),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  try {
    return await converse(connection, { ...parcel, auth }, isOurs, signal);
  } finally {
    connection.close();
  }
}

/** A token is given by XOAUTH2, which all servers with tokens know. */
async function authOf({ username: user, secret }: Parcel): Promise<SMTPConnection.AuthenticationType> {
  if ('password' in secret) return { user, pass: secret.password };
  const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2');
  return { user, oauth2: new XOAuth2({ user, accessToken: secret.access_token }) } as never;
}

type SmtpError = Error & { code?: string; originalCode?: string; responseCode?: number; response?: string };
type Envelope = {
  from: string;
  to: string[];
  size: number;
  rejectedErrors?: (SmtpError & { recipient?: string })[];
};

function converse(
  connection: SMTPConnection,
  { auth, from, to, bytes }: Parcel & { auth: SMTPConnection.AuthenticationType },
  isOurs: () => Promise<boolean>,
  stopping: AbortSignal,
): Promise<Sending> {
  const envelope: Envelope = { from, to, size: bytes.length };
  const over = Promise.withResolvers<Sending>();
  const content = new Content(bytes, async () => {
    if (envelope.rejectedErrors?.length) over.resolve({ end: 'refused', problem: NOBODY });
    else if (await isOurs()) return true;
    else over.resolve({ end: 'not_ours' });
    return false;
  });
  const fail = (error: SmtpError) => {
    const end = endOf(error, content.is_given);
    // At once: a moment later its end might be given.
    content.destroy();
    over.resolve(end);
  };
  const tooLong = () => fail(Object.assign(new Error('The server took too long.'), { code: 'ETIMEDOUT' }));
  let timer = setTimeout(tooLong, SEND_MAX_MS);
  const onStop = () => {
    if (!content.is_given) return tooLong();
    clearTimeout(timer);
    timer = setTimeout(tooLong, LAST_WORD_MS);
  };
  stopping.addEventListener('abort', onStop);
  connection.on('error', fail);
  // A connection that ends without a word of an error.
  connection.on('end', () => fail(Object.assign(new Error('The server hung up.'), { code: 'ECONNECTION' })));
  if (stopping.aborted) onStop();
  else
    connection.connect((failed) => {
      if (failed) return fail(failed);
      const signed = (refused: Error | null | undefined) => {
        if (refused) return fail(refused);
        connection.send(envelope, content, (error) => {
          if (error) return fail(error);
          connection.quit();
          over.resolve({ end: 'sent' });
        });
      };
      connection.login(auth, signed);
    });
  return over.promise
    .then((sending) => withReceivers(sending, envelope))
    .finally(() => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', onStop);
    });
}

const NOBODY: SendProblem = { code: 'receiver_refused', detail: '' };

const CHUNK_BYTES = 64 * 1024;

/**
 * The bytes of a mail. They are asked for when the server has said that it will take them; then
 * `mayBegin` has the last word. Without their end the server takes nothing (RFC 5321 §4.1.1.4).
 */
class Content extends Readable {
  /** True once all of it, and so its end, was given away. */
  is_given = false;
  readonly #bytes: Buffer;
  readonly #mayBegin: () => Promise<boolean>;
  #at = 0;
  #has_begun = false;

  constructor(bytes: Buffer, mayBegin: () => Promise<boolean>) {
    super();
    this.#bytes = bytes;
    this.#mayBegin = mayBegin;
  }

  override _read(): void {
    if (this.#has_begun) {
      this.#give();
      return;
    }
    this.#has_begun = true;
    this.#mayBegin().then(
      (may) => may && !this.destroyed && this.#give(),
      (error) => this.destroy(error),
    );
  }

  #give(): void {
    const chunk = this.#bytes.subarray(this.#at, this.#at + CHUNK_BYTES);
    this.#at += chunk.length;
    if (chunk.length > 0) this.push(chunk);
    else {
      this.is_given = true;
      this.push(null);
    }
  }
}

/** What an error says of a mail. */
function endOf(error: SmtpError, is_given: boolean): Sending {
  const { code = '', originalCode = '', responseCode = 0 } = error;
  const detail = wordsOf(error.response ?? error.message);
  // A server that says 421 goes away, whatever it was asked (RFC 5321 §3.8).
  const isAnswer = code === 'EMESSAGE' && responseCode >= 400 && responseCode !== 421;
  if (is_given && !isAnswer) return { end: 'uncertain', problem: { code: 'interrupted', detail } };
  if (code === 'EAUTH' && responseCode >= 500)
    return { end: 'refused', problem: { code: 'sign_in_refused', detail } };
  // The library says so by itself of a mail that is longer than the server takes.
  const isTooLong = code === 'EMESSAGE' && responseCode === 0;
  if (responseCode >= 500 || isTooLong)
    return { end: 'refused', problem: { code: 'refused_by_server', detail } };
  const isOfTls = /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/.test(`${code} ${originalCode}`);
  if (isOfTls) return { end: 'refused', problem: { code: 'not_allowed', detail } };
  return { end: 'later', problem: { code: 'unreachable', detail } };
}

/** Says which receivers were refused, and whether for good. */
function withReceivers(sending: Sending, { rejectedErrors = [] }: Envelope): Sending {
  if (rejectedErrors.length === 0 || sending.end === 'sent' || sending.end === 'uncertain') return sending;
  const isForGood = rejectedErrors.some(({ responseCode = 0 }) => responseCode >= 500);
  const told = isForGood
    ? rejectedErrors.filter(({ responseCode = 0 }) => responseCode >= 500)
    : rejectedErrors;
  const detail = told
    .map(({ recipient, response, message }) => `${recipient}: ${wordsOf(response ?? message)}`)
    .join(' ');
  const code = isForGood ? 'receiver_refused' : 'unreachable';
  const addresses = isForGood ? told.flatMap(({ recipient }) => recipient ?? []) : [];
  return { end: isForGood ? 'refused' : 'later', problem: { code, detail, addresses } };
}

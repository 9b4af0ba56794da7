import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Language } from '@rapport/contract/languages';
import type { FastifyBaseLogger } from 'fastify';
import type { SMTPTransportGetSocket } from 'nodemailer/lib/smtp-transport';
import { giveToOwnerOfFolder } from '../owner-of-folder.ts';
import type { MailMetrics } from './metrics.ts';

/** What a mail says. */
export type MailWords = { subject: string; text: string };

/**
 * A mail in each language, of which `sendMails` takes the receiver's. `unsubscribe` is the address
 * that ends mails of its sort by one click (RFC 8058).
 */
export type Mail = { to: string; words: Record<Language, MailWords>; unsubscribe?: string };

/** A mail as it is sent. `uuid` tells mail programs that a mail which comes twice is the same. */
export type SentMail = MailWords & { to: string; uuid?: string; unsubscribe?: string };

export type Sent = boolean | 'no_such_address';

export type Mailer = {
  /**
   * Sends a mail and resolves with true when it was sent, with `no_such_address` when its server
   * knows nobody there, so that trying again is in vain. Never rejects: the log has the failure. It
   * ends within a minute, or when `stopping` is aborted. Only the job of mails calls it; others use
   * `sendMails` (mails/actions.ts).
   */
  send(mail: SentMail, stopping?: AbortSignal): Promise<Sent>;
  /** True when only the owner of an address can read the links mailed to it. */
  proves_addresses: boolean;
};

/** The limits keep a mail server that does not answer from delaying a stop. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

/**
 * The longest that a mail may take in all: a server that says a word now and then would hold a job
 * for ever.
 */
const SEND_MAX_MS = 60_000;

/** Enough of an address to tell mails apart; file names have at most 255 bytes. */
const ADDRESS_IN_FILE_NAME = 100;

/**
 * Puts a text on one line for a mail. With line breaks, whoever wrote it could add text to the
 * mail.
 */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/**
 * The name of a User, an Account or an application in a mail, on one line. Whoever chose it may be
 * a stranger to the reader, so no mail program makes a link of what looks like an address: a word
 * joiner, which nobody sees, stands behind its dots and colons.
 */
export function nameInMail(text: string): string {
  return onOneLine(text).replaceAll(/(?<=\S)[.:@/](?=\S)/g, '$&\u2060');
}

type MailerOptions = {
  smtp_url: string | null;
  mail_from: string | null;
  data_dir: string;
  base_url: string;
  is_copy: boolean;
};

/**
 * Sends by SMTP when `smtp_url` is set. Otherwise, and from a copy, writes mails into the data
 * folder, and logs where.
 */
export function openMailer(options: MailerOptions, log: FastifyBaseLogger, metrics: MailMetrics): Mailer {
  const from = `Rapport <${options.mail_from ?? `no-reply@${new URL(options.base_url).hostname}`}>`;
  const { smtp_url, is_copy } = options;
  const why = is_copy ? 'this is a copy' : 'SMTP_URL is not set';
  const mailer =
    smtp_url === null || is_copy
      ? folderMailer(mailFolder(options), from, why, log)
      : smtpMailer(smtp_url, from, log);
  const send = async (mail: SentMail, stopping?: AbortSignal) => {
    const sent = await mailer.send(mail, stopping);
    metrics.ended(sent === true ? 'sent' : 'failed');
    return sent;
  };
  return { ...mailer, send };
}

/** The folder of mails that no mail server gets. */
export function mailFolder({ data_dir }: { data_dir: string }): string {
  return join(data_dir, 'mails');
}

/**
 * The reason why the mail server would refuse our mails, or null. It connects, and signs in if the
 * address has a user, but sends nothing.
 */
export async function checkMailServer(smtp_url: string): Promise<Error | null> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtp_url, ...SMTP_TIMEOUTS });
  return transport
    .verify()
    .then(
      () => null,
      (error: Error) => error,
    )
    .finally(() => transport.close());
}

function smtpMailer(smtp_url: string, from: string, log: FastifyBaseLogger): Mailer {
  // Loaded on first use: the library is large, and most installations start without it.
  const library = import('nodemailer');
  return {
    proves_addresses: true,
    send: async ({ uuid, unsubscribe, ...mail }, stopping = NEVER) => {
      const limit = AbortSignal.any([stopping, AbortSignal.timeout(SEND_MAX_MS)]);
      try {
        const { createTransport } = await library;
        const opened = createTransport({ url: smtp_url, ...SMTP_TIMEOUTS, getSocket: socketUntil(limit) });
        // As text, an address would be parsed, and one with a comma in it would become two.
        const messageId = uuid && `<${uuid}@${from.slice(from.indexOf('@') + 1, -1)}>`;
        const headers = unsubscribe ? oneClick(unsubscribe) : {};
        await opened.sendMail({ from, ...mail, headers, messageId, to: { name: '', address: mail.to } });
        return true;
      } catch (err) {
        if (knowsNobody(err as SmtpError)) {
          log.warn({ err, subject: mail.subject }, 'the mail server knows nobody at this address');
          return 'no_such_address';
        }
        log.error(
          { err, from, subject: mail.subject },
          'could not send a mail; check SMTP_URL and RAPPORT_MAIL_FROM',
        );
        return false;
      }
    },
  };
}

const NEVER = new AbortController().signal;

/** Opens the connection of one mail, which ends with the signal. */
function socketUntil(limit: AbortSignal): SMTPTransportGetSocket {
  return ({ host, port, secure }, callback) => {
    const socket = connect({ host: host ?? 'localhost', port: Number(port) || (secure ? 465 : 587) });
    const end = () => socket.destroy(new Error('The mail took too long, or the process stops.'));
    const failed = (error: Error) => callback(error);
    limit.addEventListener('abort', end);
    socket
      .setTimeout(SMTP_TIMEOUTS.connectionTimeout, end)
      .once('error', failed)
      .once('close', () => limit.removeEventListener('abort', end))
      .once('connect', () => {
        socket.setTimeout(0).off('error', failed);
        callback(null, { connection: socket });
      });
    if (limit.aborted) end();
  };
}

type SmtpError = Error & { command?: string; responseCode?: number; response?: string };

/**
 * True when the server of the mail says for good that there is nobody at the address (RFC 5321
 * §4.2.3, RFC 3463 §3.2). Other refusals for good may be about us, and end when we are set right.
 */
function knowsNobody({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 550) return false;
  const [status] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response) ?? [];
  return status === undefined ? [550, 551, 553].includes(responseCode) : NOBODY.includes(status);
}

const NOBODY = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];

/** The headers by which a mail program offers to end such mails (RFC 2369, RFC 8058 §3.1). */
function oneClick(unsubscribe: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function folderMailer(folder: string, from: string, why: string, log: FastifyBaseLogger): Mailer {
  return {
    // The operator reads the mails and may pass them on to anybody.
    proves_addresses: false,
    send: async ({ to, subject, text }) => {
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const address = to.replaceAll(/[^A-Za-z0-9@._-]/g, '_').slice(0, ADDRESS_IN_FILE_NAME);
      // The uuid distinguishes mails of the same millisecond.
      const file = join(folder, `${time}-${address}-${randomUUID()}.txt`);
      // The links in mails are secrets, so nobody else on the machine may read them.
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await giveToOwnerOfFolder(folder);
        await writeFile(file, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
        await giveToOwnerOfFolder(file);
        log.warn({ file }, `${why}: a mail was written to a file; pass it on`);
        return true;
      } catch (err) {
        log.error({ err, file, subject }, 'could not write a mail to a file');
        return false;
      }
    },
  };
}

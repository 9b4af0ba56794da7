import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { type Mailer, openMailer } from '../../server/src/platform/mail/mailer.ts';
import type { Config } from '../../server/src/start/config.ts';

/**
 * Opens the mailer of a command, for the mails that it sends before it ends when no worker runs.
 * Prints warnings of the mailer, such as the path of a mail that it wrote to a file.
 */
export function openCommandMailer(
  config: Config & { is_copy: boolean },
  say: (line: string) => void,
): { mailer: Mailer; log: FastifyBaseLogger } {
  const log = pino({ level: 'warn' }, { write: (line: string) => say(sentenceOf(line)) });
  return { mailer: openMailer(config, log, { ended: () => {} }), log };
}

function sentenceOf(line: string): string {
  const { msg, file, err } = JSON.parse(line) as { msg: string; file?: string; err?: { message: string } };
  return [msg, file, err?.message].filter(Boolean).join(': ');
}

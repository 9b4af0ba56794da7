import { pino } from 'pino';
import type { Config } from '../../server/src/config.ts';
import { type Mailer, openMailer } from '../../server/src/platform/mail/mailer.ts';
import { Jobs } from '../../server/src/platform/process/jobs.ts';

/**
 * The mails of a command, and the jobs that it waits for before it ends. Warnings of the mailer,
 * such as the file of a mail, are printed.
 */
export function openCommandMailer(
  config: Config,
  say: (line: string) => void,
): { mailer: Mailer; jobs: Jobs } {
  const log = pino({ level: 'warn' }, { write: (line: string) => say(sentenceOf(line)) });
  return { mailer: openMailer(config, log, { ended: () => {} }), jobs: new Jobs(log) };
}

function sentenceOf(line: string): string {
  const { msg, file, err } = JSON.parse(line) as { msg: string; file?: string; err?: { message: string } };
  return [msg, file, err?.message].filter(Boolean).join(': ');
}

import { LANGUAGES } from '@rapport/contract/languages';
import { enqueueAll } from '../jobs/actions.ts';
import type { JobType } from '../jobs/job-type.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { Mail, Mailer, SentMail } from '../platform/mail/mailer.ts';
import { findLanguages } from './queries.ts';

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];

/** A mail server that is down for a day and a half loses nothing. */
const RETRIES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[1, 3, 6, 12, 24].map((hours) => hours * HOUR_MS),
];

/** A mail in the database. Its text may have a link that signs in, so it is encrypted. */
type SealedMail = {
  /** AES-256-GCM for the uuid of the job, in base64. */
  sealed: string;
  /** When the link in it ends. ISO 8601; null: there is none. */
  until: string | null;
};

/** Whose turn a mail takes: that of an Account, else of a User, else of the service. */
type SendOptions = {
  account_uuid?: string;
  user_uuid?: string;
  until?: Date;
  /** The User whose language counts for addresses that no User has; else `user_uuid`. */
  sender_uuid?: string;
};

/**
 * Sends mails after the commit of the transaction that they tell of, and never without it, each in
 * the language of its receiver.
 */
export async function sendMails(
  core: Pick<Core, 'clock' | 'secretKey'>,
  tx: Transaction,
  mails: Mail[],
  { until, sender_uuid, ...owner }: SendOptions = {},
): Promise<void> {
  const emails = mails.map(({ to }) => to);
  const languages = await findLanguages(tx, emails, sender_uuid ?? owner.user_uuid ?? null);
  const jobs = mails.map(({ words, ...envelope }, index) => {
    const mail: SentMail = { ...envelope, ...words[languages[index] ?? LANGUAGES[0]] };
    const uuid = newUuid(core.clock.now());
    const sealed = core.secretKey.encrypt(JSON.stringify(mail), uuid).toString('base64');
    return { uuid, step: { sealed, until: until?.toISOString() ?? null }, ...owner };
  });
  await enqueueAll(core, tx, MAIL, jobs);
}

/** Sends one mail, and tries again for two days. A mail may come twice, when a worker is killed. */
export const MAIL: JobType<SealedMail, Pick<Core, 'clock' | 'secretKey'> & { mailer: Mailer }> = {
  name: 'mail',
  is_shown: false,
  retries_ms: RETRIES_MS,
  outside: async ({ clock, secretKey, mailer }, { uuid, step }, stopping) => {
    if (step.until !== null && Date.parse(step.until) <= clock.now().getTime()) return 'late';
    const mail: SentMail = JSON.parse(secretKey.decrypt(Buffer.from(step.sealed, 'base64'), uuid));
    const sent = await mailer.send({ ...mail, uuid }, stopping);
    // Another process sends it anew.
    if (sent === false) stopping.throwIfAborted();
    return sent === true ? 'sent' : sent || 'refused';
  },
  run: async (_core, _tx, _job, outcome) => {
    if (outcome === 'sent') return { completed: null };
    if (outcome === 'no_such_address') return { failed: 'The mail server knows nobody at this address.' };
    if (outcome === 'late') return { failed: 'The link in the mail no longer works.' };
    return { retry: 'The mail server did not take the mail. The log has its answer.' };
  },
};

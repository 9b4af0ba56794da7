import { LANGUAGES } from '@rapport/contract/languages';
import { enqueueAll } from '../jobs/actions.ts';
import type { JobType } from '../jobs/job-type.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { Mail, Mailer, SentMail } from '../platform/mail/mailer.ts';
import { deleteRefused, findLanguages, findRefused, insertRefused, listConcerned } from './queries.ts';

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
  /** The User who asked for it, beside the one whose address it is. */
  sender_uuid?: string | undefined;
};

/** Whose turn a mail takes: that of an Account, else of a User, else of the service. */
type SendOptions = {
  account_uuid?: string;
  user_uuid?: string;
  until?: Date;
  /**
   * The User whose language counts for addresses that no User has, else `user_uuid`. They are told
   * when nobody has the address.
   */
  sender_uuid?: string;
  /** Somebody waits for it now, so it is also sent to an address that was refused before. */
  is_asked?: boolean;
};

/**
 * Sends mails after the commit of the transaction that they tell of, and never without it, each in
 * the language of its receiver.
 */
export async function sendMails(
  core: Pick<Core, 'clock' | 'secretKey'>,
  tx: Transaction,
  mails: Mail[],
  { until, sender_uuid, is_asked = false, ...owner }: SendOptions = {},
): Promise<void> {
  const refused = is_asked
    ? new Set()
    : await findRefused(
        tx,
        mails.map(({ to }) => to),
      );
  const sent = mails.filter(({ to }) => !refused.has(to.toLowerCase()));
  if (sent.length === 0) return;
  const emails = sent.map(({ to }) => to);
  const languages = await findLanguages(tx, emails, sender_uuid ?? owner.user_uuid ?? null);
  const jobs = sent.map(({ words, ...envelope }, index) => {
    const mail: SentMail = { ...envelope, ...words[languages[index] ?? LANGUAGES[0]] };
    const uuid = newUuid(core.clock.now());
    const sealed = core.secretKey.encrypt(JSON.stringify(mail), uuid).toString('base64');
    return { uuid, step: { sealed, until: until?.toISOString() ?? null, sender_uuid }, ...owner };
  });
  await enqueueAll(core, tx, { name: MAIL }, jobs);
}

const MAIL = 'mail';

/** A mail to an address that nobody has, for the Users to be told. */
export type RefusedMail = {
  email: string;
  account_uuid: string | null;
  users: { uuid: string; is_own: boolean }[];
};

type MailCore = Pick<Core, 'clock' | 'secretKey'> & { mailer: Mailer };

/**
 * Sends one mail, and tries again for two days. A mail may come twice, when a worker is killed. An
 * address that the mail server refuses for good is kept. Who asked hears of it, and its User once.
 */
export function mailType(
  tellOfRefusal: (core: Pick<Core, 'clock'>, tx: Transaction, mail: RefusedMail) => void,
): JobType<SealedMail, MailCore> {
  return {
    name: MAIL,
    is_shown: false,
    retries_ms: RETRIES_MS,
    outside: async (core, { uuid, step }, stopping) => {
      if (step.until !== null && Date.parse(step.until) <= core.clock.now().getTime()) return 'late';
      const sent = await core.mailer.send({ ...opened(core, uuid, step), uuid }, stopping);
      // Another process sends it anew.
      if (sent === false) stopping.throwIfAborted();
      return sent === true ? 'sent' : sent || 'refused';
    },
    run: async (core, tx, job, outcome) => {
      if (outcome === 'late') return { failed: 'The link in the mail no longer works.' };
      if (outcome === 'refused')
        return { retry: 'The mail server did not take the mail. The log has its answer.' };
      const { to: email } = opened(core, job.uuid, job.step);
      if (outcome === 'sent') {
        await deleteRefused(tx, email);
        return { completed: null };
      }
      const isNews = await insertRefused(tx, email, core.clock.now());
      const concerned = await listConcerned(tx, email, job.step.sender_uuid ?? null);
      const users = concerned.filter(({ is_own }) => isNews || !is_own);
      tellOfRefusal(core, tx, { email, account_uuid: job.account_uuid, users });
      // Who asked knows, and no operator could mend it: nothing of ours has failed.
      return { completed: null };
    },
  };
}

function opened({ secretKey }: Pick<MailCore, 'secretKey'>, uuid: string, step: SealedMail): SentMail {
  return JSON.parse(secretKey.decrypt(Buffer.from(step.sealed, 'base64'), uuid));
}

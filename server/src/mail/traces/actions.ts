import type { MailTrace } from '@rapport/contract/mail';
import type { Origin } from '../../access/caller.ts';
import { recordFacts } from '../../events/actions.ts';
import { eraseEvents } from '../../events/look-ups.ts';
import { nudge, nudgeUser } from '../../live/nudge.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import * as queries from './queries.ts';

/**
 * Tells by `mail.logged` that these mails are there, once for each Contact or Client of theirs, so
 * that it reaches only those who see that record. Of hidden mails nothing is told.
 */
export async function logMails(
  core: Core,
  tx: Transaction,
  origin: Origin,
  account_uuid: string,
  mail_uuids: string[],
): Promise<void> {
  if (mail_uuids.length === 0) return;
  const pairs = await queries.findPairs(tx, account_uuid, mail_uuids);
  const untold = pairs.filter(({ trace_uuid }) => trace_uuid === null);
  await tell(core, tx, origin, 'mail.logged', untold);
}

/** Tells by `mail.bounced` whom these mails did not reach. */
export async function tellBounces(
  core: Core,
  tx: Transaction,
  origin: Origin,
  account_uuid: string,
  mail_uuids: string[],
): Promise<void> {
  const pairs = await queries.findPairs(tx, account_uuid, mail_uuids, { isBounced: true });
  await tell(core, tx, origin, 'mail.bounced', pairs);
}

async function tell(
  core: Core,
  tx: Transaction,
  origin: Origin,
  event: 'mail.logged' | 'mail.bounced',
  pairs: queries.Pair[],
): Promise<void> {
  const now = core.clock.now();
  const told = pairs.map((pair) => ({ ...pair, about_uuid: pair.trace_uuid ?? newUuid(now) }));
  const added = told.filter(({ trace_uuid }) => trace_uuid === null);
  await queries.insertTraces(
    tx,
    added.map((pair) => ({ ...pair, uuid: pair.about_uuid, mail_uuid: pair.uuid })),
  );
  const facts = told.map(({ account_uuid, about_uuid, ...pair }) => {
    const record = traceOf({ ...pair, account_uuid }, event === 'mail.bounced');
    return { event, account_uuid, about_uuid, record, previous: null };
  });
  recordFacts(core, tx, origin, facts);
}

type Told = Omit<queries.Pair, 'trace_uuid'>;

function traceOf({ resource, record_uuid, bounce_code: code, ...mail }: Told, isBounced: boolean): MailTrace {
  const { uuid, account_uuid, user_uuid, thread_uuid, direction, sent_at, bounced_at, created_at } = mail;
  return {
    ...{ uuid, account_uuid, user_uuid, thread_uuid, direction, sent_at },
    record: { resource, uuid: record_uuid },
    bounce: isBounced && code !== null && bounced_at !== null ? { code, bounced_at } : null,
    created_at,
  };
}

/**
 * Takes back what events tell of mails that nobody else may know of any more. Returns the traces
 * that there were.
 */
export async function untellMails(
  tx: Transaction,
  account_uuid: string,
  mail_uuids: string[],
): Promise<string[]> {
  const told = await queries.deleteTraces(tx, account_uuid, mail_uuids);
  if (told.length > 0) await eraseEvents(tx, told);
  return told;
}

/** Of whom mails are that have come or changed, and by which change. */
type Moved = { account_uuid: string; holder_uuid: string; change_uuid: string | null };

/** Has the open pages of whoever may know of these mails read them again. */
export async function nudgeOfMails(tx: Transaction, moved: Moved, mail_uuids: string[]): Promise<void> {
  nudgeOfTraces(tx, moved, await queries.listTraces(tx, moved.account_uuid, mail_uuids));
}

/** More in one note are told without names, and so to everybody. */
const NOTED_MAX = 20;

/** The same by traces: those who see a record of one may know of its mail. */
export function nudgeOfTraces(
  tx: Transaction,
  { account_uuid, holder_uuid, change_uuid }: Moved,
  traces: string[],
): void {
  nudgeUser(tx, holder_uuid, 'mail', change_uuid);
  for (let at = 0; at < traces.length; at += NOTED_MAX) {
    const some = traces.slice(at, at + NOTED_MAX);
    nudge(
      tx,
      change_uuid,
      some.map((uuid) => ({ resource: 'mail', account_uuid, uuid })),
    );
  }
}

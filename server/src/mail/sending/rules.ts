import type { OutgoingMail } from '@rapport/contract/outgoing-mails';
import type { Receiver } from './compose.ts';
import type { Sending } from './converse.ts';
import type { Becomes, OutgoingRow } from './queries.ts';

const MINUTE_MS = 60_000;

/**
 * A mail that has waited so long beyond its time is not sent by itself: a service that was away, or
 * was set back to a backup, must surprise nobody with mails of yesterday, or with a second one.
 */
export const LATE_MS = 30 * MINUTE_MS;

/** The pauses after a server was away, or asked to wait: two hours in all. */
const PAUSES_MIN = [1, 2, 5, 10, 15, 20, 25, 25];

/** The pauses between looks for a mail of which nobody knows whether it was sent. */
const LOOKS_MS = [10_000, 30_000, 2 * MINUTE_MS];

/** The pauses between tries to put a sent mail into the folder of sent mail. */
const FILING_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS];

/** What becomes of a mail after an attempt. */
export function after(
  sending: Exclude<Sending, { end: 'not_ours' }>,
  { failure_count }: Pick<OutgoingRow, 'failure_count'>,
  now: Date,
): Becomes {
  if (sending.end === 'sent') return { state: 'sent', problem: null };
  const { end, problem } = sending;
  if (end === 'uncertain') return { state: 'uncertain', problem };
  const pause = PAUSES_MIN[failure_count];
  if (end === 'refused' || pause === undefined) return { state: 'failed', problem, is_over: true };
  const due_at = new Date(now.getTime() + pause * MINUTE_MS);
  return { state: 'waiting', problem, failure_count: failure_count + 1, due_at };
}

/** When an uncertain mail is looked for again; null: its sender is asked now. */
export const nextLook = (looks: number, now: Date): Date | null => later(LOOKS_MS[looks - 1], now);

/** When a sent mail is put into its folder, after so many failures; null: never. */
export const nextFiling = (failures: number, now: Date): Date | null => later(FILING_MS[failures - 1], now);

function later(pause_ms: number | undefined, now: Date): Date | null {
  return pause_ms === undefined ? null : new Date(now.getTime() + pause_ms);
}

/** People once each, by address: whoever is in `to` is not in `cc`. */
export function receiversOf(
  to: { address: string; name?: string }[],
  cc: { address: string; name?: string }[],
): Receiver[] {
  const all = [
    ...to.map((one) => ({ role: 'to' as const, ...one })),
    ...cc.map((one) => ({ role: 'cc' as const, ...one })),
  ];
  const byAddress = new Map<string, Receiver>();
  for (const { role, address, name = '' } of all) {
    const key = address.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, { role, address, name });
  }
  return [...byAddress.values()];
}

/** A mail as its writer sees it. */
export function shownOutgoing(row: OutgoingRow): OutgoingMail {
  const of = (asked: Receiver['role']) =>
    row.receivers.filter(({ role }) => role === asked).map(({ address, name }) => ({ address, name }));
  const { record_resource: resource, record_uuid } = row;
  return {
    uuid: row.uuid,
    account_uuid: row.account_uuid,
    user_uuid: row.user_uuid,
    mailbox_uuid: row.mailbox_uuid,
    from: row.sender,
    to: of('to'),
    cc: of('cc'),
    subject: row.subject,
    text: row.text,
    in_reply_to_uuid: row.in_reply_to_uuid,
    files: row.files.flatMap((one) =>
      'uuid' in one ? [{ uuid: one.uuid, name: one.name, size_bytes: one.size_bytes }] : [],
    ),
    attachments: row.files.flatMap((one) => {
      if (!('mail_uuid' in one)) return [];
      const { type: _, ...shown } = one;
      return [shown];
    }),
    record: resource && record_uuid ? { resource, uuid: record_uuid } : null,
    state: row.state,
    problem: row.problem && { code: row.problem.code, detail: row.problem.detail },
    send_at: row.due_at,
    mail_uuid: row.mail_uuid,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

import {
  type CalendarFeed,
  type CalendarFeedUpdate,
  FEED_ENTRIES_MAX,
  FEED_PAST_DAYS,
  type IssuedCalendarFeed,
} from '@rapport/contract/calendar-feeds';
import { dayAt, plusDays } from '@rapport/contract/days';
import type { Caller } from '../access/caller.ts';
import { signedOut } from '../access/challenge.ts';
import { findReach } from '../access/open-to.ts';
import { refuseTokens, refuseUnlessFresh } from '../access/rules.ts';
import { seenBy } from '../access/sight.ts';
import { type AuditCause, recordAudit } from '../audit/actions.ts';
import { isStillSignedIn } from '../identity/sessions/actions.ts';
import { sendMails } from '../mails/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { RequestOrigin } from '../platform/http/server/request-origin.ts';
import { newUuid } from '../platform/ids.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { hashToken, newToken, tokenKind } from '../platform/secrets/random-tokens.ts';
import { toApiTime } from '../platform/time/clock.ts';
import * as queries from './queries.ts';
import { reconcile } from './rules.ts';

/** Calendars read often, and a write for each read would tell nobody more. */
const LAST_READ_INTERVAL_MS = 5 * 60 * 1000;

/** The feed of the caller: none or one. Only our pages show it. */
export async function listFeeds({ db }: Core, caller: Caller): Promise<CalendarFeed[] | Problem> {
  const refusal = refuseTokens(caller);
  if (refusal) return refusal;
  const feed = await queries.findFeed(db, caller.user_uuid);
  return feed ? [feed] : [];
}

export async function getFeed(core: Core, caller: Caller, uuid: string): Promise<CalendarFeed | Problem> {
  const feeds = await listFeeds(core, caller);
  if (feeds instanceof Problem) return feeds;
  return feeds.find((feed) => feed.uuid === uuid) ?? notFound('calendar feed');
}

/**
 * Makes the address of the caller's feed. One that was there before ends. Only for somebody who has
 * given their password lately, as the address outlives the session.
 */
export async function issueFeed(
  core: Core,
  caller: Caller,
  expected_closes: boolean,
): Promise<IssuedCalendarFeed | Problem> {
  const now = core.clock.now();
  const refusal = refuseUnlessFresh(caller, now);
  if (refusal) return refusal;
  const { user_uuid } = caller;
  const token = newToken('calendar_feed');
  const at = toApiTime(now);
  const made = {
    uuid: newUuid(now),
    user_uuid,
    last_four: token.slice(-4),
    expected_closes,
    last_read_at: null,
    created_at: at,
    updated_at: at,
  };
  return core.db.transaction(async (tx) => {
    // A new password waits for this transaction, and then ends the feed.
    if (!(await isStillSignedIn(tx, { uuid: caller.actor.uuid!, user_uuid }))) return signedOut();
    const { is_new, ...feed } = await queries.putFeed(tx, { ...made, token_hash: hashToken(token) });
    await audit(core, tx, caller, is_new ? 'calendar_feed.created' : 'calendar_feed.renewed', feed);
    return { ...feed, address: `${core.base_url}/calendar/${token}.ics` };
  });
}

export async function updateFeed(
  { db, clock }: Core,
  caller: Caller,
  uuid: string,
  {
    expected_closes = null,
  }: Omit<CalendarFeedUpdate, 'expected_closes'> & { expected_closes?: boolean | null },
): Promise<CalendarFeed | Problem> {
  const refusal = refuseTokens(caller);
  if (refusal) return refusal;
  const changed = { expected_closes, updated_at: toApiTime(clock.now()) };
  return (await queries.updateFeed(db, caller.user_uuid, uuid, changed)) ?? notFound('calendar feed');
}

/** Ends the address of the caller's feed at once. */
export async function endFeed(core: Core, caller: Caller, uuid: string): Promise<null | Problem> {
  const refusal = refuseTokens(caller);
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const feed = await queries.deleteFeed(tx, caller.user_uuid, uuid);
    if (!feed) return notFound('calendar feed');
    await audit(core, tx, caller, 'calendar_feed.revoked', feed);
    return null;
  });
}

/** Ends the feed of a User whose password has changed, if there is one. */
export async function endFeedOfUser(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  cause: AuditCause,
  user_uuid: string,
): Promise<void> {
  const feed = await queries.deleteFeed(tx, user_uuid, null);
  if (feed) await audit(core, tx, cause, 'calendar_feed.revoked', feed);
}

/** Ends a feed whose address somebody found, and mails its User. The answer shows nothing of it. */
export async function endLeakedFeed(core: Core, from: RequestOrigin, token: string): Promise<void> {
  if (tokenKind(token) !== 'calendar_feed') return;
  await core.db.transaction(async (tx) => {
    const feed = await queries.deleteFeedBySecret(tx, hashToken(token));
    if (!feed) return;
    const actor = { type: 'unknown' as const, uuid: null, name: 'token leak' };
    await audit(core, tx, { ...from, actor }, 'calendar_feed.leaked', feed);
    await sendMails(core, tx, [foundMail(feed.email, core.base_url)], { user_uuid: feed.user_uuid });
  });
}

function foundMail(to: string, base_url: string): Mail {
  return {
    to,
    words: {
      en: {
        subject: 'The address of your calendar was found and is ended',
        text:
          'Somebody reported that the secret address of your calendar in Rapport can be read by others, so we ended it.\n\n' +
          `Make another one for your calendar:\n${base_url}/calendar\n`,
      },
      de: {
        subject: 'Die URL Ihres Kalenders wurde gefunden und ist beendet',
        text:
          'Jemand hat gemeldet, dass andere die geheime URL Ihres Kalenders in Rapport lesen können. Sie gilt daher nicht mehr.\n\n' +
          `Erstellen Sie eine neue für Ihren Kalender:\n${base_url}/calendar\n`,
      },
    },
  };
}

/**
 * The feed with this token as text. 404 for a token that is wrong or has ended, and when the User
 * is deactivated.
 */
export async function readFeed({ db, clock, base_url }: Core, token: string): Promise<string | Problem> {
  if (tokenKind(token) !== 'calendar_feed') return unknownFeed();
  const now = toApiTime(clock.now());
  const from = plusDays(dayAt(clock.now(), 'UTC'), -FEED_PAST_DAYS);
  return db.transaction(async (tx) => {
    const feed = await queries.lockFeedBySecret(tx, hashToken(token));
    if (!feed) return unknownFeed();
    const [records, entries] = await Promise.all([
      queries.listRecords(seenBy(tx, await findReach(tx, feed.user_uuid)), feed, {
        from,
        limit: FEED_ENTRIES_MAX,
      }),
      queries.listEntries(tx, feed.uuid),
    ]);
    const next = reconcile(entries, records, { from, now });
    if (next.written.length > 0) await queries.writeEntries(tx, feed.uuid, next.written);
    if (next.forgotten.length > 0) await queries.deleteEntries(tx, feed.uuid, next.forgotten);
    if (Date.parse(now) - Date.parse(feed.last_read_at ?? '1970-01-01') >= LAST_READ_INTERVAL_MS)
      await queries.noteRead(tx, feed.uuid, now);
    const { icalText } = await import('./ical-text.ts');
    return icalText({ records, entries: next.entries, gone: next.gone }, base_url);
  });
}

/** Says the same of every wrong address. */
export function unknownFeed(): Problem {
  const detail =
    'No calendar is at this address. It is mistyped, or was ended. Make another one on the calendar page.';
  return new Problem('not_found', detail);
}

function audit(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  cause: AuditCause,
  action: `calendar_feed.${'created' | 'renewed' | 'revoked' | 'leaked'}`,
  { uuid, user_uuid }: Pick<CalendarFeed, 'uuid' | 'user_uuid'>,
): Promise<void> {
  return recordAudit(core, tx, cause, action, { user_uuid, details: { feed_uuid: uuid } });
}

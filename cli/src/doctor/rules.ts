import type { BackupState } from '../../../server/src/backups/last-backup.ts';
import type { JobHealth } from '../../../server/src/jobs/health.ts';
import { SCHEMA } from '../../../server/src/platform/process/version.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import type { Disagreement } from '../../../server/src/records/agreement.ts';
import { type Check, ok, problem } from './check.ts';
import { LAG_MAX_MS } from './delivery-rules.ts';
import type { CleanUpState, DatabaseState, FeedState, Holder } from './queries.ts';

/** A full disk stops the database. With less free space than this, the operator should act. */
const DISK_FREE_MIN_BYTES = 1e9;

export function judgeDisk(free_bytes: number): Check {
  const free = `${(free_bytes / 1e9).toFixed(1)} GB free`;
  if (free_bytes >= DISK_FREE_MIN_BYTES) return ok('disk space', free);
  return problem('disk space', `Only ${free}, and a full disk stops the database. Free some of it.`);
}

/**
 * Judges the mail server. `refusal` is its reason for taking no mail. Only the host is shown,
 * because the address may contain a password.
 */
export function judgeMail({ host, username }: URL, refusal: Error | null): Check {
  if (refusal === null) return ok('mail', `${host} ${username ? 'lets us sign in' : 'answers'}`);
  const said = refusal.message.replace(/\.$/, '');
  return problem(
    'mail',
    `${host} accepts no mail from Rapport: ${said}. Check SMTP_URL, and that the server runs.`,
  );
}

/** Judges whether Rapport can work in its database, before any check of its contents. */
export function judgeDatabase(state: DatabaseState): Check {
  const { version, user, closed_tables } = state;
  if (state.read_only) return problem('database', `It takes no changes, because it is ${whyReadOnly(state)}`);
  if (state.unconfirmed) {
    const why = 'It confirms no changes: commits wait for a synchronous standby that is away';
    return problem(
      'database',
      `${why}. Bring a standby back. Do not cancel such a commit: it would count as done, but only this machine would have it.`,
    );
  }
  if (closed_tables.length > 0) {
    const whose = `The user ${user} does not own Rapport's tables, such as ${closed_tables[0]}, and cannot work with all of them`;
    return problem('database', `${whose}. As their owner: ALTER TABLE … OWNER TO ${user}`);
  }
  if (!state.may_create) {
    const which = `The user ${user} may not create tables, and Rapport makes new ones every week`;
    return problem('database', `${which}. Make it the owner: ALTER DATABASE … OWNER TO ${user}`);
  }
  return ok('database', `PostgreSQL ${version}`);
}

function whyReadOnly({ standby }: DatabaseState): string {
  return standby
    ? 'a standby. Set DATABASE_URL to the primary, or promote this one.'
    : 'read-only, as many providers make one whose disk is full. Free or add space, and set default_transaction_read_only to off.';
}

/**
 * Judges the migrations. `found` is the outcome of a start: a refusal, or the migrations that it
 * would apply.
 */
export function judgeMigrations(found: { applied: number; pending: string[] } | StartProblem): Check {
  if (found instanceof StartProblem) return problem('migrations', found.message);
  const { applied, pending } = found;
  if (pending.length === 0) return ok('migrations', `all ${applied} applied; schema ${SCHEMA}`);
  return problem('migrations', `Not applied: ${pending.join(', ')}. Apply with: npx rapport migrate`);
}

/** Judges the pages beside this release: another release may have built them. */
export function judgePages(found: 'current' | 'older' | 'missing'): Check {
  if (found === 'current') return ok('web pages', 'built from this release');
  if (found === 'missing') return ok('web pages', 'not built, so only the API is served');
  return problem(
    'web pages',
    'They were built from other sources than those of this release, and may not fit it. Build them with: npm run build',
  );
}

/** Judges whether others reach the service. `refusal`: why its own address does not answer. */
export function judgeAddress(base_url: string, refusal: string | null): Check {
  if (refusal === null) return ok('base URL', `${base_url} answers`);
  return problem(
    'base URL',
    `${base_url} does not lead here: ${refusal}. Links in mails and applications use it. Check RAPPORT_BASE_URL, its DNS name and the proxy.`,
  );
}

/** A week without a backup is more than most businesses can enter again. */
const BACKUP_AGE_MAX_MS = 7 * 24 * 3_600_000;

/** Judges the age of the newest backup. */
export function judgeBackup({ made_at, since }: BackupState, now: Date): Check {
  const age_ms = now.getTime() - Date.parse(made_at ?? since);
  if (made_at !== null && age_ms <= BACKUP_AGE_MAX_MS)
    return ok('backup', `the last one ${inDays(age_ms)} ago`);
  const advice = 'Make one each day (docs/operate/backups.md): npx rapport backup FOLDER';
  if (made_at === null) {
    return problem('backup', `None was made since the installation ${inDays(age_ms)} ago. ${advice}`);
  }
  return problem('backup', `The last one was made ${inDays(age_ms)} ago. ${advice}`);
}

function inDays(ms: number): string {
  const days = Math.floor(ms / (24 * 3_600_000));
  if (days === 0) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

/** Clocks with NTP differ by milliseconds. Receivers refuse a webhook whose time is minutes off. */
const CLOCK_DISTANCE_MAX_MS = 10_000;

/** Judges the clock. `newest` is the time of the newest event, by the clock of that moment. */
export function judgeClock(offset_ms: number, newest: string | null, now: Date): Check {
  const distance_ms = Math.abs(offset_ms);
  if (newest !== null && Date.parse(newest) - now.getTime() > CLOCK_DISTANCE_MAX_MS) {
    const shown = `It shows ${now.toISOString()}, and the last event was recorded at ${newest}`;
    return problem(
      'clock',
      `${shown}: it was set back. Nothing is lost, but work that is due by the old time waits for it. Set the clock of the database's machine right, ` +
        'and switch on NTP.',
    );
  }
  if (distance_ms <= CLOCK_DISTANCE_MAX_MS) return ok('clock', `${distance_ms} ms from the database's`);
  const distance = `${Math.round(distance_ms / 1000)} s from the database's, whose time webhooks and tokens carry`;
  return problem('clock', `${distance}. Switch on NTP on both machines.`);
}

/** Longer than any transaction of Rapport. */
const FEED_HELD_MAX_MS = 60_000;

/** Judges whether the event feed is up to date. Webhooks do not wait for the feed. */
export function judgeFeed({ held_since, holder }: FeedState, now: Date): Check {
  if (held_since === null || now.getTime() - Date.parse(held_since) <= FEED_HELD_MAX_MS) {
    return ok('feed', 'up to date');
  }
  const why =
    'events are given when all older transactions of this PostgreSQL have ended, in other databases, too';
  return problem(
    'feed',
    `Held back since ${held_since} by ${nameHolder(holder)}: ${why}. End it, and give Rapport a PostgreSQL of its own, or neighbours ` +
      'without long writing transactions.',
  );
}

function nameHolder(holder: Holder | null): string {
  if (holder === null) return 'a transaction that has just ended';
  const { what, database, pid } = holder;
  return `${what}${database === null ? '' : ` on the database ${database}`}${pid === null ? '' : ` (pid ${pid})`}`;
}

/** The dead rows of at least 50,000 deliveries. */
const DEAD_ROWS_MAX = 150_000;

/**
 * Without a holder: PostgreSQL cleans up every minute, and deliveries at full speed leave this many
 * dead rows in a minute.
 */
const DEAD_ROWS_UNHELD_MAX = 1_000_000;

/** Longer than any transaction of Rapport. */
const HELD_MAX_MS = 60_000;

/**
 * The limit where PostgreSQL hides the time: deliveries at full speed use this many transactions in
 * a minute.
 */
const HELD_MAX_TRANSACTIONS = 10_000;

/** Judges whether dead rows of finished deliveries slow down the others. */
export function judgeCleanUp({ dead_rows, holder }: CleanUpState, now: Date): Check {
  const found = `${dead_rows} rows of finished deliveries have not been cleaned up, and slow down the others`;
  if (dead_rows > DEAD_ROWS_MAX && holder !== null && holdsForLong(holder, now)) {
    const since = holder.since === null ? `for ${holder.age} transactions` : `since ${holder.since}`;
    const who = `${nameHolder(holder)} may still see them, ${since}`;
    return problem('clean-up', `${found}: ${who}. Wait for it when it is a backup; else end it.`);
  }
  if (dead_rows <= DEAD_ROWS_UNHELD_MAX) return ok('clean-up', 'keeps up with the deliveries');
  return problem(
    'clean-up',
    `${found}. Check that PostgreSQL's autovacuum is on, and looks every 10 s (autovacuum_naptime).`,
  );
}

function holdsForLong({ since, age }: NonNullable<CleanUpState['holder']>, now: Date): boolean {
  if (since === null) return age > HELD_MAX_TRANSACTIONS;
  return now.getTime() - Date.parse(since) > HELD_MAX_MS;
}

/** Judges whether jobs get on. `failed` has the jobs that were given up after all their tries. */
export function judgeJobs({ open, lag_ms, failed }: JobHealth): Check {
  const ended = Object.entries(failed).map(([type, count]) => `${count} ${type}`);
  const found =
    `${open.waiting} ${open.waiting === 1 ? 'waits' : 'wait'}, ${open.running} under way; ` +
    `given up in the last day: ${ended.join(', ') || 'none'}`;
  if (failed.mail !== undefined) {
    const todo = 'The log has the answer of the mail server: look for "could not send a mail".';
    return problem(
      'jobs',
      `${found}. These mails were given up after two days, or when their link ended. ${todo}`,
    );
  }
  if (ended.length > 0)
    return problem(
      'jobs',
      `${found}. Nobody tries them again. The log of the workers says why: look for "a job failed".`,
    );
  if (lag_ms <= LAG_MAX_MS) return ok('jobs', found);
  const lag_s = Math.round(lag_ms / 1000);
  return problem(
    'jobs',
    `${found}. The oldest has waited for ${lag_s} s. Check that a worker runs, and read its log.`,
  );
}

const DISAGREEMENTS: Record<Disagreement['fault'], (what: string) => string> = {
  no_place: (what) => `${what} that no link can name, because no place is kept for it`,
  no_record: (what) => `a place is kept for ${what} that is not there`,
  wrong_link: (what) => `${what} with a link to another kind of record than it says`,
  wrong_merge: (what) => `${what} that leads to another record than its deletion says, or is not deleted`,
  no_history: (what) => `${what} of which the history of a record that it names does not tell`,
  no_event: (what) => `${what} with a change that no event tells of, or an event too many`,
  not_erased: (what) => `${what} that is gone for good, and of which events still tell`,
  stale_activity: (what) => `${what} that shows a wrong last contact or next task`,
};

/** Judges whether all tables agree about the records. */
export function judgeRecords(found: Disagreement[]): Check[] {
  if (found.length === 0) return [ok('records', 'agree with their links, histories and events')];
  return found.map(({ fault, resource, count, uuid }) => {
    const others = count === 1 ? '' : ` (and ${count - 1} more)`;
    const what = `${DISAGREEMENTS[fault](`the ${resource} ${uuid}${others}`)}.`;
    const todo =
      fault === 'stale_activity'
        ? 'The next change of a note or task about the record corrects it.'
        : 'Rapport writes all of it in one transaction, so somebody changed the tables by hand, or the disk lost ' +
          'something. Go back to a backup from before (npx rapport restore), or report it with this line.';
    return problem('records', `${what.charAt(0).toUpperCase()}${what.slice(1)} ${todo}`);
  });
}

/**
 * Reports a check that failed unexpectedly. `code` is PostgreSQL's SQLSTATE or a system error code.
 */
export function judgeFailure(check: string, error: Error & { code?: string }): Check {
  const said = (error.message || `${error.code}`).replace(/\.$/, '');
  return problem(check, `It could not be checked: ${said}. ${whatHelps(`${error.code}`)}`);
}

function whatHelps(code: string): string {
  // insufficient_privilege
  if (code === '42501') {
    return 'The user that Rapport connects as must own its tables: ALTER TABLE … OWNER TO …';
  }
  // data_corrupted and index_corrupted
  if (/^XX00[12]/.test(code)) {
    return 'The database is damaged. Stop Rapport and copy the database to a safe place. Then run REINDEX DATABASE, which repairs an index, or restore a backup.';
  }
  return 'Check that PostgreSQL runs, and read its log.';
}

import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { stateOfWebPages } from '../../../scripts/lib/web-pages.mjs';
import { ABOUT_COPIES, HOW_TO_MAKE_LIVE, isMarkedAsCopy } from '../../../server/src/backups/copies.ts';
import { readBackupState } from '../../../server/src/backups/last-backup.ts';
import { findStaleActivity } from '../../../server/src/crm/activity.ts';
import { KINDS } from '../../../server/src/crm/kinds.ts';
import { jobHealth } from '../../../server/src/jobs/health.ts';
import { connect } from '../../../server/src/platform/database/connect.ts';
import { type Database, openDatabase } from '../../../server/src/platform/database/database.ts';
import { openEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded.ts';
import { explainFileError } from '../../../server/src/platform/database/embedded/explain.ts';
import { compareMigrations } from '../../../server/src/platform/database/migrate.ts';
import { checkMailServer, mailFolder } from '../../../server/src/platform/mail/mailer.ts';
import { newSecretKeyText, secretKeyFrom } from '../../../server/src/platform/secrets/secret-key.ts';
import { compareSecretKey } from '../../../server/src/platform/secrets/secret-key-check.ts';
import { readSecretKey } from '../../../server/src/platform/secrets/secret-key-file.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { DatabaseClock } from '../../../server/src/platform/time/clock.ts';
import { type Disagreement, findDisagreements } from '../../../server/src/records/agreement.ts';
import { type Config, readConfig } from '../../../server/src/start/config.ts';
import { readDatabaseTime, refusePooler } from '../../../server/src/start/open-service.ts';
import { SETTING_NAMES } from '../../../server/src/start/settings.ts';
import { isLoopback } from '../../../server/src/webhooks/guard/addresses.ts';
import { deliveryHealth } from '../../../server/src/webhooks/queue/queue-health.ts';
import { noDatabase } from '../run.ts';
import { type Check, ok, problem } from './check.ts';
import { judgeDeliveries } from './delivery-rules.ts';
import {
  readCleanUpState,
  readDatabaseState,
  readFeedState,
  readNewestEvent,
  readServedRoles,
} from './queries.ts';
import {
  judgeAddress,
  judgeBackup,
  judgeCleanUp,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeFailure,
  judgeFeed,
  judgeJobs,
  judgeMail,
  judgeMigrations,
  judgePages,
  judgeRecords,
} from './rules.ts';

/** `records` adds the check that the tables agree, which takes minutes with much data. */
type Looks = { records?: boolean };

/**
 * Checks everything that Rapport needs, from the settings up, and changes nothing. A check is left
 * out when it depends on something that is broken.
 */
export async function examine(
  environment: Record<string, string | undefined>,
  looks: Looks = {},
): Promise<Check[]> {
  const config = readConfig(environment);
  if (config instanceof StartProblem) {
    return config.message.split('\n').map((fault) => problem('settings', fault));
  }
  const settings = [
    ok('settings', `base URL ${config.base_url}; ${ofWhom(environment)}`),
    ...(await examineAddress(config)),
    judgePages(stateOfWebPages()),
    await examineMail(config),
  ];
  if (config.database_url !== null)
    return [...settings, ...(await examineDatabase(config, config.database_url, looks))];
  return [...settings, ...(await examineFolder(config, looks))];
}

/** Whose settings these are: the service has its own, which a command does not read by itself. */
function ofWhom(environment: Record<string, string | undefined>): string {
  const given = SETTING_NAMES.filter((name) => environment[name]);
  const which = given.length > 0 ? `with ${given.join(', ')} as here` : 'none is set here';
  return `judged are the settings of this command (${which}), not those of a running service`;
}

/** A loopback address is asked from this machine alone, where the service may be stopped. */
async function examineAddress({ base_url }: Config): Promise<Check[]> {
  if (isOnThisMachine(base_url)) return [];
  try {
    const answer = await fetch(`${base_url}/healthz`, { signal: AbortSignal.timeout(ADDRESS_TIMEOUT_MS) });
    return [judgeAddress(base_url, answer.ok ? null : `it answered ${answer.status}`)];
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return [judgeAddress(base_url, cause?.message || message)];
  }
}

function isOnThisMachine(base_url: string): boolean {
  const { hostname } = new URL(base_url);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

const ADDRESS_TIMEOUT_MS = 5_000;

/**
 * The service sends mail after it has answered, so nobody who requests an invitation or a password
 * link learns of a failure.
 */
async function examineMail({ smtp_url, data_dir }: Config): Promise<Check> {
  if (smtp_url === null)
    return ok('mail', `written to ${mailFolder({ data_dir })}, because SMTP_URL is not set`);
  return judgeMail(new URL(smtp_url), await checkMailServer(smtp_url));
}

async function examineFolder(config: Config, looks: Looks): Promise<Check[]> {
  const { data_dir } = config;
  try {
    await access(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    // PostgreSQL writes this file last. Without it, a start would create a new database.
    await access(join(data_dir, 'postgres', 'PG_VERSION'));
  } catch (error) {
    return [problem('data folder', explainAccess(error as NodeJS.ErrnoException, data_dir))];
  }
  const disk = await attempt('disk space', async () => {
    const { bavail, bsize } = await statfs(data_dir);
    return [judgeDisk(bavail * bsize)];
  });
  const database = await attempt('database', async () => {
    const postgres = await openEmbeddedPostgres({ data_dir, roles: [] });
    if (postgres instanceof StartProblem) return [problem('database', postgres.message)];
    return examineDatabase(config, postgres.connectionString, looks).finally(postgres.close);
  });
  return [ok('data folder', data_dir), ...disk, ...database];
}

function explainAccess(error: NodeJS.ErrnoException, data_dir: string): string {
  const { code, message } = error;
  if (code === 'EROFS') return explainFileError(error, data_dir).message;
  if (code !== 'ENOENT') return `${message}. Give ${data_dir} to the user who runs Rapport (chown).`;
  return noDatabase({ data_dir }).message;
}

async function examineDatabase(config: Config, connectionString: string, looks: Looks): Promise<Check[]> {
  const db = openDatabase(connectionString, { connections: 1 });
  try {
    const database = await examineState(db, connectionString);
    if (!database.ok) return [database];
    const [migrations] = await attempt('migrations', async () => [
      judgeMigrations(await compareMigrations(connectionString)),
    ]);
    if (!migrations!.ok) return [database, migrations!];
    const clock = new DatabaseClock();
    const is_copy = config.copy || (await isMarkedAsCopy(db));
    return [
      database,
      migrations!,
      ...(is_copy ? [ok('copy', `${ABOUT_COPIES}. ${HOW_TO_MAKE_LIVE}`)] : []),
      ...(await attempt('secret key', async () => [await examineSecretKey(config, db)])),
      ...(await attempt('clock', async () => {
        await clock.synchronise(() => readDatabaseTime(db));
        return [judgeClock(clock.offset_ms, await readNewestEvent(db), clock.now())];
      })),
      ...(await attempt('feed', async () => [judgeFeed(await readFeedState(db), clock.now())])),
      ...(await attempt('clean-up', async () => [judgeCleanUp(await readCleanUpState(db), clock.now())])),
      ...(await attempt('deliveries', async () => {
        const served = config.database_url === null ? await readServedRoles(db) : null;
        return judgeDeliveries(await deliveryHealth(db, clock), served);
      })),
      ...(await attempt('jobs', async () => [judgeJobs(await jobHealth(db, clock))])),
      ...(is_copy
        ? []
        : await attempt('backup', async () => [judgeBackup(await readBackupState(db), clock.now())])),
      ...(looks.records ? await attempt('records', () => examineRecords(connectionString)) : []),
    ];
  } finally {
    await db.close();
  }
}

/** Uses the words of the start for a fault that would also stop a start. */
async function examineState(db: Database, connectionString: string): Promise<Check> {
  const client = await connect(connectionString);
  if (client instanceof StartProblem) return problem('database', client.message);
  await client.end();
  const [check] = await attempt('database', async () => {
    const refusal = await refusePooler(db);
    return [refusal ? problem('database', refusal.message) : judgeDatabase(await readDatabaseState(db))];
  });
  return check!;
}

async function examineSecretKey(config: Config, db: Database): Promise<Check> {
  const kept = config.secret_key ?? (await readSecretKey(config.data_dir));
  if (kept instanceof StartProblem) return problem('secret key', kept.message);
  // A start would create a missing key. Any new key serves to find out whether the database would
  // accept one.
  const refusal = await compareSecretKey(db, secretKeyFrom(kept ?? newSecretKeyText()));
  if (kept === undefined) {
    if (refusal) {
      return problem('secret key', `There is no secret-key in ${config.data_dir}. ${refusal.message}`);
    }
    return ok('secret key', 'made at the next start');
  }
  return refusal ? problem('secret key', refusal.message) : ok('secret key', 'fits the database');
}

/** Has no time limit, because it reads all records while the service goes on. */
async function examineRecords(connectionString: string): Promise<Check[]> {
  const db = openDatabase(connectionString, { connections: 1, query_timeout_ms: 0 });
  try {
    const found = await db.transaction(async (tx): Promise<Disagreement[]> => {
      await tx.query(sql`SET LOCAL statement_timeout = 0`);
      return [...(await findDisagreements(tx, KINDS)), ...(await findStaleActivity(tx))];
    });
    return judgeRecords(found);
  } finally {
    await db.close();
  }
}

/** Turns an error of a check into a finding, so that the other checks still run. */
async function attempt(check: string, look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    return [judgeFailure(check, error as Error)];
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type Backup,
  type BackupOptions,
  makeBackup,
  nextBackupIn_ms,
} from '../../../server/src/backups/actions.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { parseDuration_ms } from '../../../server/src/platform/time/durations.ts';
import { type Config, readConfig } from '../../../server/src/start/config.ts';
import { EXIT, type OutputOptions, refuse } from '../output.ts';
import { print, printError } from '../print.ts';
import { onDatabase } from '../run.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { Verb } from '../verb.ts';
import { backupKeyCommand } from './key.ts';
import { newPassphrase, type PassphraseOptions, passphraseOption } from './passphrase.ts';
import { verifyBackupCommand } from './verify.ts';

type Options = OutputOptions & PassphraseOptions & { encrypt?: boolean; schedule?: number; keep?: number };

const INTERVAL_MIN_MS = 60_000;
const INTERVAL_MAX_MS = 20 * 86_400_000;

export function backupCommand(): Command {
  return (
    new Verb('backup')
      .description(
        'Back up the database and the secret key into a folder, whether or not Rapport is running.',
      )
      .argument('<folder>', 'the folder for the new file; created when it is missing')
      .option('--encrypt', 'encrypt it, with a passphrase that is asked for')
      .addOption(passphraseOption())
      .option(
        '--schedule <interval>',
        'repeat the backup at this interval until Ctrl+C, such as 24h',
        parseInterval,
      )
      .option('--keep <number>', 'keep only this many backups in the folder', parseKeep)
      .notes(`
All that was confirmed when the backup began is in it. The file holds every secret of the service: keep it as one, best encrypted, and on another
machine. It is a tar, compressed with zstd and encrypted with age (https://age-encryption.org), so it can be opened without Rapport, too.
With DATABASE_URL it needs pg_dump, of the same PostgreSQL or newer.

--schedule waits until the newest backup in the folder is so old. A backup that fails is told on stderr, and made at the next time.
A backup that nobody has restored is a hope: look at each with \`rapport backup verify\`.`)
      .examples(
        'backup /backup',
        'backup /backup --passphrase-file /etc/rapport/passphrase --schedule 24h --keep 14',
        'backup /backup --json                {"path":"/backup/rapport-20261122T180000Z.tar.zst",…}',
        'backup verify /backup/rapport-20261122T180000Z.tar.zst',
        'restore /backup/rapport-20261122T180000Z.tar.zst',
      )
      // Options after a verb belong to the verb, because it has options of the same names.
      .enablePositionalOptions()
      .addCommand(verifyBackupCommand())
      .addCommand(backupKeyCommand())
      .action(backup)
  );
}

function parseInterval(text: string): number {
  const interval_ms = parseDuration_ms(text);
  if (interval_ms !== undefined && interval_ms >= INTERVAL_MIN_MS && interval_ms <= INTERVAL_MAX_MS)
    return interval_ms;
  throw new InvalidArgumentError('It must be a time from 1m to 20d, for example 24h.');
}

function parseKeep(text: string): number {
  const keep = Number(text);
  if (/^\d{1,6}$/.test(text) && keep > 0) return keep;
  throw new InvalidArgumentError('It must be a number from 1 on: the newest backup is always kept.');
}

async function backup(folder: string, options: Options): Promise<void> {
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config, options);
  const passphrase = await newPassphrase(options);
  if (passphrase instanceof StartProblem) return refuse(passphrase, options);
  const calledOff = untilInterrupted();
  const wanted = { folder, passphrase, keep: options.keep ?? null, calledOff };
  if (options.schedule !== undefined) return backUpAgainAndAgain(config, wanted, options.schedule, options);
  const made = await backUp(config, wanted, options);
  if (calledOff.aborted && made instanceof StartProblem) {
    printError(made.message);
    process.exitCode = EXIT.interrupted;
  } else tell(made, options);
}

/**
 * Makes backups until a signal comes. A failure, such as a full disk, is printed, and the next
 * backup is made at its time.
 */
async function backUpAgainAndAgain(
  config: Config,
  wanted: BackupOptions,
  interval_ms: number,
  options: Options,
): Promise<void> {
  const { folder, calledOff } = wanted;
  let failed = false;
  for (;;) {
    const wait_ms = failed ? interval_ms : await nextBackupIn_ms(folder, interval_ms);
    if (wait_ms instanceof StartProblem) return refuse(wait_ms, options);
    if (wait_ms > 0)
      options.json ||
        printError(`The next backup is made at ${new Date(Date.now() + wait_ms).toISOString()}.`);
    await delay(wait_ms, null, { signal: calledOff }).catch(() => {});
    if (calledOff?.aborted) break;
    const made = await backUp(config, wanted, options);
    if (calledOff?.aborted && made instanceof StartProblem) break;
    failed = made instanceof StartProblem;
    tell(made, options);
  }
  process.exitCode = 0;
}

function backUp(config: Config, wanted: BackupOptions, { json }: Options): Promise<Backup | StartProblem> {
  const say = (line: string) => json || printError(line);
  return onDatabase(config, say, ({ connectionString }) => makeBackup(connectionString, config, wanted));
}

function tell(made: Backup | StartProblem, options: Options): void {
  if (made instanceof StartProblem) refuse(made, options);
  else print(options.json ? JSON.stringify(made) : inWords(made));
}

function inWords(made: Backup): string {
  const { path, bytes, encrypted, deleted } = made;
  const how = encrypted ? 'encrypted' : 'not encrypted: whoever reads it has every secret of the service';
  const older =
    deleted.length > 0
      ? `\nDeleted ${deleted.length === 1 ? 'an older one' : `${deleted.length} older ones`}.`
      : '';
  return `${path} (${(bytes / 1e6).toFixed(1)} MB, ${how})${older}`;
}

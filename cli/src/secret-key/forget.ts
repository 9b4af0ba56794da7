import { type Database, openDatabase } from '../../../server/src/platform/database/database.ts';
import { migrate } from '../../../server/src/platform/database/migrate.ts';
import { secretKeyFrom } from '../../../server/src/platform/secrets/secret-key.ts';
import { compareSecretKey, isSecretKeyInUse } from '../../../server/src/platform/secrets/secret-key-check.ts';
import { readSecretKey } from '../../../server/src/platform/secrets/secret-key-file.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import type { Config } from '../../../server/src/start/config.ts';
import { refusePooler } from '../../../server/src/start/open-service.ts';
import { type OutputOptions, refuse } from '../output.ts';
import { print } from '../print.ts';
import { runOnDatabase } from '../run.ts';
import { Verb } from '../verb.ts';
import { countOtherUsers, forgetSecretKey } from './queries.ts';

type Options = OutputOptions & { yes?: boolean };

const WARNING = `The signing secret of every webhook subscription is lost with the key: their deliveries fail until each is deleted and made anew.
Second factors are lost, too: their Users sign in with the password alone, and set up a new one.
Users who sign in to applications with Rapport may have to do so again, and answers kept under an Idempotency-Key are forgotten.
Everything else stays: Users, Accounts, Clients, tokens, applications and their secrets.`;

export function forgetSecretKeyCommand(): Verb {
  return new Verb('forget')
    .description('Give up a secret key that is lost for good, so that Rapport starts with another.')
    .option('--yes', 'do it: it cannot be undone')
    .notes(`
${WARNING}

Look for the key first: any copy of the data folder has it in the file secret-key. With DATABASE_URL set RAPPORT_SECRET_KEY to a new one before.`)
    .examples('secret-key forget --yes', 'secret-key forget --yes --json       {"forgotten":true}')
    .action(forget);
}

async function forget(options: Options): Promise<void> {
  if (!options.yes) {
    return refuse(
      new StartProblem(`${WARNING}\nNothing was done. It cannot be undone; do it with --yes.`),
      options,
    );
  }
  await runOnDatabase(options, async ({ connectionString }, config) => {
    const refusal = await forgetOn(connectionString, config);
    if (refusal) return refuse(refusal, options);
    print(options.json ? JSON.stringify({ forgotten: true }) : DONE);
  });
}

const DONE = `The secret key is forgotten. Start Rapport: it takes the key of RAPPORT_SECRET_KEY or of the data folder, or makes one there.
Then have every webhook subscription deleted and made anew, or its deliveries fail.`;

async function forgetOn(connectionString: string, config: Config): Promise<StartProblem | null> {
  const migrated = await migrate(connectionString, { upgrade: false, make: false });
  if (migrated instanceof StartProblem) return migrated;
  const db = openDatabase(connectionString, { connections: 1 });
  try {
    const refusal = (await refusePooler(db)) ?? (await whyNot(db, config));
    if (refusal === null) await forgetSecretKey(db);
    return refusal;
  } finally {
    await db.close();
  }
}

/** Refuses while the key is not lost: while it can be read, or a server still works with it. */
async function whyNot(db: Database, config: Config): Promise<StartProblem | null> {
  const kept = config.secret_key ?? (await readSecretKey(config.data_dir));
  if (kept instanceof StartProblem) {
    return new StartProblem(`${kept.message} If that does not help, remove the file, then forget the key.`);
  }
  if (!(await isSecretKeyInUse(db))) {
    return new StartProblem(
      'This database has not been used with a secret key yet: there is none to forget.',
    );
  }
  if (kept !== undefined && (await compareSecretKey(db, secretKeyFrom(kept))) === null) {
    return new StartProblem('The secret key fits this database: it is not lost, and nothing was done.');
  }
  if ((await countOtherUsers(db)) > 0) {
    return new StartProblem(
      'Rapport runs with this database, so a process still has the key. Get the key from there, or stop all processes first.',
    );
  }
  return null;
}

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account, User } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { createAccount } from '../../../server/src/accounts/actions.ts';
import { startFeed } from '../../../server/src/events/actions.ts';
import { createUser } from '../../../server/src/identity/actions.ts';
import type { Core } from '../../../server/src/platform/core.ts';
import { type Database, openDatabase } from '../../../server/src/platform/database/database.ts';
import { createTestDatabase } from '../../../server/src/platform/database/testing/test-database.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { newSecretKeyText, secretKeyFrom } from '../../../server/src/platform/secrets/secret-key.ts';
import { SettableClock } from '../../../server/src/platform/time/clock.ts';
import { orThrow } from '../../../server/src/testing/or-throw.ts';

type Settings = Record<string, string>;
export type Ended = { exit_code: number | null; stdout: string; stderr: string };

/** The file behind `npx rapport`. */
export const RAPPORT = join(import.meta.dirname, '../rapport.ts');

/** Runs the real command to its end. */
export async function runRapport(args: string[], settings: Settings, input = ''): Promise<Ended> {
  const child = startRapport(args, settings);
  child.stdin!.end(input);
  const [[exit_code], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout!),
    text(child.stderr!),
  ]);
  return { exit_code, stdout, stderr };
}

/** Starts it with these settings only: those of the test run around it must not reach it. */
export function startRapport(args: string[], settings: Settings): ChildProcess {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...settings };
  return spawn(process.execPath, [RAPPORT, ...args], { env });
}

/** Loading the code is most of the time of a command, so that of the first is kept for the others. */
const NODE_COMPILE_CACHE = join(process.env.TEST_FOLDER ?? tmpdir(), 'compile-cache');

export type TestCommands = {
  /** What the tests set up and look into. */
  core: Core & { db: Database };
  /** The environment that leads to the database. */
  settings: Settings;
  run(args: string[], input?: string): Promise<Ended>;
  addUser(email: string): Promise<User>;
  addAccount(owner: User): Promise<Account>;
  drop(): Promise<void>;
};

/** A database of its own for the commands of one test file. */
export async function createTestCommands(): Promise<TestCommands> {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString);
  const key = newSecretKeyText();
  const core = {
    db,
    clock: new SettableClock(),
    secretKey: secretKeyFrom(key),
    base_url: 'http://rapport.test',
  };
  await startFeed(core);
  const settings = { DATABASE_URL: database.connectionString, RAPPORT_SECRET_KEY: key };
  return {
    core,
    settings,
    run: (args, input) => runRapport(args, settings, input),
    addUser: async (email) => {
      const user = await createUser(db, core.clock, { email, name: 'Ada', password: 'a long password' });
      assert.ok(!(user instanceof Problem));
      return user;
    },
    addAccount: async (owner) =>
      orThrow(await createAccount(core, operator('test'), owner.uuid, { name: 'Lovelace Engines Ltd' })),
    drop: async () => {
      await db.close();
      await database.drop();
    },
  };
}

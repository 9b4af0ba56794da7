import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account, User } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { createAccount } from '../../../server/src/accounts/actions.ts';
import { startFeed } from '../../../server/src/events/actions.ts';
import { createUser } from '../../../server/src/identity/actions.ts';
import type { Core } from '../../../server/src/platform/core.ts';
import { type Database, openDatabase } from '../../../server/src/platform/database/database.ts';
import {
  createTestDatabase,
  createTestFolder,
} from '../../../server/src/platform/database/testing/test-database.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { newSecretKeyText, secretKeyFrom } from '../../../server/src/platform/secrets/secret-key.ts';
import { SettableClock } from '../../../server/src/platform/time/clock.ts';
import { orThrow } from '../../../server/src/testing/or-throw.ts';
import { type Ended, runHere } from './run-here.ts';

type Settings = Record<string, string>;

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

/** Runs a command in this process, or in its own process if it gets `input`. */
export function runCommand(args: string[], settings: Settings, input?: string): Promise<Ended> {
  return input === undefined ? runHere(args, settings) : runRapport(args, settings, input);
}

/**
 * Starts the command with only these settings, so that the settings of the test run do not reach
 * it.
 */
export function startRapport(args: string[], settings: Settings): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  return spawn(process.execPath, [RAPPORT, ...args], { env });
}

export type TestCommands = {
  /** The database of the commands, to set up and to inspect. */
  core: Core & { db: Database };
  /** The environment that names the database. */
  settings: Settings;
  /** Runs a command in this process, or in its own process if it gets `input`. */
  run(args: string[], input?: string): Promise<Ended>;
  addUser(email: string): Promise<User>;
  addAccount(owner: User): Promise<Account>;
  drop(): Promise<void>;
};

/** Returns a database for the commands of one test file. */
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
  const settings = {
    DATABASE_URL: database.connectionString,
    RAPPORT_SECRET_KEY: key,
    RAPPORT_DATA_DIR: await createTestFolder(),
  };
  return {
    core,
    settings,
    run: (args, input) => runCommand(args, settings, input),
    addUser: async (email) => {
      const user = await createUser(core, { email, name: 'Ada', password: 'a long password' });
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

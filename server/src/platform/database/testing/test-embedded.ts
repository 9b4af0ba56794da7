import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { orThrow } from '../../../testing/or-throw.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../embedded/embedded.ts';
import type { Role } from '../embedded/session.ts';
import { createTestFolder } from './test-database.ts';

let made: Promise<string> | undefined;

/**
 * Returns a data folder that was used before. It is made once and copied, which takes a tenth of
 * the time.
 */
export async function usedFolder(): Promise<string> {
  made ??= makeUsedFolder();
  const copy = await createTestFolder();
  await promisify(execFile)('cp', ['-a', `${await made}/.`, copy]);
  return copy;
}

async function makeUsedFolder(): Promise<string> {
  const data_dir = await createTestFolder();
  await (await open(data_dir)).close();
  // This file has the port. All copies would use the same port, and take it from each other when
  // one is killed.
  await rm(join(data_dir, 'postgres/postmaster.opts'));
  return data_dir;
}

const opened: EmbeddedPostgres[] = [];
// A failing test leaves its database open, which would keep this process from ending.
after(() => Promise.all(opened.map((postgres) => postgres.close())));

/** Opens the database in `data_dir`; a refusal fails the test. */
export async function open(
  data_dir: string,
  roles: Role[] = [],
  log?: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const postgres = orThrow(await openEmbeddedPostgres({ data_dir, roles, log }));
  opened.push(postgres);
  return postgres;
}

/** Runs one statement on a connection of its own. */
export async function query({ connectionString }: EmbeddedPostgres, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../../server/src/platform/database/embedded/processes.ts';
import { configFolder, type Environment, keep, readKept } from '../remote/kept-files.ts';

/**
 * A `rapport listen` that runs on this machine: where it sends to, and the secret that signs it.
 */
type Listening = { pid: number; url: string; signing_secret: string };

/** Lets `rapport trigger` find the receiver. */
export async function announceListening(environment: Environment, listening: Listening): Promise<void> {
  await keep(fileOf(environment), `${JSON.stringify(listening)}\n`);
}

/** Undefined when none runs. */
export async function readListening(environment: Environment): Promise<Listening | undefined> {
  const text = await readKept(fileOf(environment));
  const listening = text === undefined ? undefined : (JSON.parse(text) as Listening);
  return listening && isAlive(listening.pid) ? listening : undefined;
}

export async function endListening(environment: Environment, pid: number): Promise<void> {
  // Another one may have begun since.
  if ((await readListening(environment))?.pid === pid) await rm(fileOf(environment), { force: true });
}

function fileOf(environment: Environment): string {
  return join(configFolder(environment), 'listening.json');
}

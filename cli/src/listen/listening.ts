import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../../server/src/platform/alive.ts';
import { configFolder, type Environment, keep, readKept } from '../remote/kept-files.ts';

/**
 * A running `rapport listen` on this machine: the receiver's URL, and the secret that signs its
 * deliveries.
 */
type Listening = { pid: number; url: string; signing_secret: string };

/** Writes a file by which `rapport trigger` finds the receiver. */
export async function announceListening(environment: Environment, listening: Listening): Promise<void> {
  await keep(fileOf(environment), `${JSON.stringify(listening)}\n`);
}

/** Returns the running `rapport listen`, or undefined when none runs. */
export async function readListening(environment: Environment): Promise<Listening | undefined> {
  const text = await readKept(fileOf(environment));
  const listening = text === undefined ? undefined : (JSON.parse(text) as Listening);
  return listening && isAlive(listening.pid) ? listening : undefined;
}

export async function endListening(environment: Environment, pid: number): Promise<void> {
  // Another `rapport listen` may have replaced the file.
  if ((await readListening(environment))?.pid === pid) await rm(fileOf(environment), { force: true });
}

function fileOf(environment: Environment): string {
  return join(configFolder(environment), 'listening.json');
}

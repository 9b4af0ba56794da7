import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';

/** Returns the JSON that `--data` names. Anything else ends the command. */
export async function readJson(data: string, command: Command): Promise<unknown> {
  const source = await readSource(data, command);
  try {
    return JSON.parse(String(source));
  } catch (error) {
    command.error(`--data is not JSON: ${(error as Error).message}`);
  }
}

/**
 * Returns the text itself, the content of `@file`, or standard input for `-`. Files stay bytes,
 * because text in another encoding must not be read as UTF-8.
 */
export async function readSource(data: string, command: Command): Promise<string | Uint8Array<ArrayBuffer>> {
  if (data === '-') return buffer(process.stdin);
  if (!data.startsWith('@')) return data;
  return readFile(data.slice(1)).catch((error) =>
    command.error(`${data.slice(1)} cannot be read: ${error.message}. Check the path.`),
  );
}

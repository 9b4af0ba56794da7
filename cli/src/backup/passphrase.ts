import { readFile, stat } from 'node:fs/promises';
import { Option } from 'commander';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { askHidden } from '../hidden-input.ts';

/**
 * The passphrase protects the keys of the whole service. A thief of the backup may try passphrases
 * without limit.
 */
const LENGTH_MIN = 12;

export type PassphraseOptions = { passphraseFile?: string };

export function passphraseOption(): Option {
  return new Option('--passphrase-file <file>', 'the passphrase, in a file that only you can read');
}

/**
 * Returns the passphrase for a new backup: from the file, or typed twice with `encrypt`. Null: the
 * backup is not encrypted.
 */
export async function newPassphrase({
  passphraseFile,
  encrypt,
}: PassphraseOptions & { encrypt?: boolean }): Promise<string | StartProblem | null> {
  if (passphraseFile === undefined && !encrypt) return null;
  const passphrase = passphraseFile === undefined ? await askTwice() : await readPassphrase(passphraseFile);
  if (passphrase instanceof StartProblem || passphrase.length >= LENGTH_MIN) return passphrase;
  return new StartProblem(
    `The passphrase has ${passphrase.length} characters and needs at least ${LENGTH_MIN}. Take several words.`,
  );
}

/** Returns the passphrase of an existing backup from its file, or null when no file is given. */
export async function knownPassphrase({
  passphraseFile,
}: PassphraseOptions): Promise<string | StartProblem | null> {
  return passphraseFile === undefined ? null : readPassphrase(passphraseFile);
}

async function readPassphrase(file: string): Promise<string | StartProblem> {
  try {
    const { mode } = await stat(file);
    // Windows has other rights than these, and says 666.
    if (process.platform !== 'win32' && (mode & READ_BY_OTHERS) !== 0) return openToOthers(file);
    // Editors add the line break at the end.
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    return new StartProblem(
      `The passphrase cannot be read: ${(error as Error).message}. Check the path of --passphrase-file.`,
    );
  }
}

/** The bits that let the group and everybody read a file. */
const READ_BY_OTHERS = 0o044;

function openToOthers(file: string): StartProblem {
  return new StartProblem(
    `Others on this machine can read ${file}, and with it every backup. Make it yours alone: chmod 600 ${file}`,
  );
}

async function askTwice(): Promise<string | StartProblem> {
  if (!process.stdin.isTTY) {
    return new StartProblem(
      '--encrypt asks for the passphrase, and this is no terminal. Give it with --passphrase-file FILE.',
    );
  }
  const [first, second] = (await askHidden('Passphrase: ', 'The same again: ')) as [string, string];
  return first === second
    ? first
    : new StartProblem('The two passphrases differ, so no backup was made. Try again.');
}

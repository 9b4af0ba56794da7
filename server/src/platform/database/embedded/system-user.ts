import { execFile } from 'node:child_process';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartProblem } from '../../start-problem.ts';
import { type Command, ENVIRONMENT } from './processes.ts';

/** The system user that a PostgreSQL program runs as, when it is not the user of this process. */
export interface SystemUser {
  uid: number;
  gid: number;
}

const NAME = 'rapport';

/**
 * Returns the system user `rapport`, and creates it when missing. Only root needs it, because
 * PostgreSQL refuses to run as root.
 */
export async function rapportUser(): Promise<SystemUser | StartProblem> {
  const known = await lookUp();
  if (known) return known;
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME];
  const failure = await run('useradd', args).then(
    () => undefined,
    (error: Error) => error.message.trim(),
  );
  // Another first start at the same time may have created the user.
  const created = await lookUp();
  if (created) return created;
  return new StartProblem(
    `PostgreSQL does not run as root, and the system user "${NAME}" to run it could not be created: ${failure}. ` +
      `Create that user, or start Rapport as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

async function lookUp(): Promise<SystemUser | undefined> {
  const id = async (flag: string) => Number((await run('id', [flag, NAME])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    return undefined;
  }
}

/**
 * Makes the command that runs `file` as `user` (undefined: the user of this process). `places` are
 * the folders that the program reads. When only root may enter a folder above one of them, such as
 * a data folder in /root, the program gets the right to read and search everywhere, but no other
 * right of root.
 */
export async function commandAs(
  user: SystemUser | undefined,
  file: string,
  args: string[],
  places: string[],
): Promise<Command | StartProblem> {
  if (!user) return { file, args };
  const reachable = await Promise.all(places.map((place) => canEnter(user, place)));
  if (reachable.every(Boolean)) return { file, args, ...user };
  const setpriv = await run('setpriv', ['--version']).catch(() => undefined);
  if (!setpriv) {
    return new StartProblem(
      `PostgreSQL runs as the system user ${user.uid}, who may not enter ${places[reachable.indexOf(false)]}. ` +
        'Move Rapport and its data folder to where every user may enter (for example below /srv), or install setpriv (package util-linux).',
    );
  }
  return { file: 'setpriv', args: [...withCapability(user, await enteringCapability()), file, ...args] };
}

/**
 * Returns the capability to read and search. Where root itself lacks it, as in a Docker container,
 * it is the one that includes writing.
 */
async function enteringCapability(): Promise<string> {
  const DAC_READ_SEARCH = 1n << 2n;
  const status = await readFile('/proc/self/status', 'utf8');
  const effective = BigInt(`0x${/^CapEff:\s*(\w+)$/m.exec(status)?.[1] ?? '0'}`);
  return effective & DAC_READ_SEARCH ? 'dac_read_search' : 'dac_override';
}

function withCapability(user: SystemUser, capability: string): string[] {
  return [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    // Without this the kernel drops the capability together with root's user id.
    '--securebits=+no_setuid_fixup',
  ];
}

async function canEnter(user: SystemUser, place: string): Promise<boolean> {
  for (let folder = await realpath(place); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const search = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & search) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function run(program: string, args: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(program, args, { env: ENVIRONMENT });
}

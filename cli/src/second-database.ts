import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { StartProblem } from '../../server/src/platform/start-problem.ts';
import type { Config } from '../../server/src/start/config.ts';

/** Where installations have their data: the unit of systemd, and a package of npm. */
const USUAL_FOLDERS = ['/var/lib/rapport', join(homedir(), '.local/share/rapport')];

const PROBE_TIMEOUT_MS = 2_000;

const AS_IT_DOES =
  'Run the command as that Rapport runs: under systemd with deploy/rapport, in a container with docker compose exec, else with its RAPPORT_DATA_DIR or DATABASE_URL.';

/**
 * Refuses to make a database beside a Rapport that is there: a User in it could sign in nowhere.
 * Who names a data folder of their own means it, unless something answers at its port.
 */
export async function refuseSecond(
  { port, host, data_dir }: Pick<Config, 'port' | 'host' | 'data_dir'>,
  isNamed: boolean,
  folders: string[] = USUAL_FOLDERS,
): Promise<StartProblem | null> {
  const address = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  if (await isRapport(address)) {
    return new StartProblem(
      `A Rapport answers at ${address}, and its data are not in ${data_dir}, where there is no database. ${AS_IT_DOES} For a second Rapport set its PORT.`,
    );
  }
  if (isNamed) return null;
  for (const folder of folders.filter((one) => one !== data_dir)) {
    if (!(await hasDatabase(folder))) continue;
    return new StartProblem(
      `There is a database in ${folder}, and none in ${data_dir}. ${AS_IT_DOES} For a second Rapport set RAPPORT_DATA_DIR=${data_dir}.`,
    );
  }
  return null;
}

async function isRapport(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return answer.ok && ((await answer.json()) as { status?: string }).status === 'ok';
  } catch {
    return false;
  }
}

/** A folder of somebody else cannot be looked into, and is taken for one with a database. */
async function hasDatabase(folder: string): Promise<boolean> {
  try {
    await access(join(folder, 'postgres', 'PG_VERSION'));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

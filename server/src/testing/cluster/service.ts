import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PatroniCluster } from '../patroni-cluster.ts';

const RAPPORT = join(import.meta.dirname, '../../../../cli/src/rapport.ts');
const START_LIMIT_MS = 120_000;

/**
 * Starts the processes of Rapport on a cluster: an API on each of the ports, and workers. Resolves
 * when HAProxy reaches one.
 */
export async function startService(
  { supervisor, connectionString, base_url }: PatroniCluster,
  folder: string,
  options: { api_ports: number[]; workers: number; settings: Record<string, string> },
): Promise<Record<string, string>> {
  const settings = {
    DATABASE_URL: connectionString,
    RAPPORT_BASE_URL: base_url,
    RAPPORT_DATA_DIR: join(folder, 'data'),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compile-cache'),
    ...options.settings,
  };
  const start = (name: string, args: string[], env: Record<string, string>) =>
    supervisor.start(name, {
      command: [process.execPath, [RAPPORT, 'serve', ...args]],
      env: { ...settings, ...env },
      log_file: join(folder, `${name}.log`),
    });
  for (const [n, port] of options.api_ports.entries())
    start(`api${n + 1}`, ['--role', 'api'], { PORT: `${port}` });
  for (let n = 1; n <= options.workers; n++) start(`worker${n}`, ['--role', 'worker'], {});
  for (const deadline = Date.now() + START_LIMIT_MS; ; await delay(500)) {
    const answer = await fetch(`${base_url}/readyz`).catch(() => null);
    if (answer?.ok) return settings;
    if (Date.now() > deadline) throw new Error('No API became ready.');
  }
}

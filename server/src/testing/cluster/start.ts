import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKeyText } from '../../platform/secrets/secret-key.ts';
import { freePort } from '../free-port.ts';
import { startPatroniCluster, whyNoCluster } from '../patroni-cluster.ts';
import { startService } from './service.ts';

/** Starts a cluster for people to try and to harm by hand. Its data is deleted at the end. */
async function startForPeople(): Promise<number> {
  const missing = await whyNoCluster();
  if (missing !== null) {
    console.error(missing);
    return 2;
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
  const folder = await mkdtemp(join(tmpdir(), 'rapport-cluster-'));
  const ports = {
    database: await freePort(),
    http: await freePort(),
    api: [await freePort(), await freePort()],
  };
  console.log(`Starting a cluster in ${folder}. It takes about a minute.`);
  const cluster = await startPatroniCluster(folder, ports);
  try {
    const key = newSecretKeyText();
    await startService(cluster, folder, {
      api_ports: ports.api,
      workers: 2,
      settings: { RAPPORT_SECRET_KEY: key },
    });
    console.log(`
  Rapport     ${cluster.base_url}
  PostgreSQL  ${cluster.connectionString}
  Key         RAPPORT_SECRET_KEY=${key}
  Logs        ${folder}/*.log
  Who is who  ${cluster.nodes.map(({ name, host, patroni_port }) => `${name} http://${host}:${patroni_port}/cluster`).join('\n              ')}

  Kill what you like: whatever ends is started again. Stop all of it with Ctrl+C.
`);
    await stopped;
  } finally {
    console.log('Stopping.');
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
  return 0;
}

process.exit(await startForPeople());

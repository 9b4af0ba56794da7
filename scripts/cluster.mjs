// `npm run cluster`: PostgreSQL on three machines under Patroni and etcd, HAProxy in front, two
// APIs and two workers. All of it is on this machine, until Ctrl+C.
import { runScript } from './lib/run-script.mjs';

await runScript('server/src/testing/cluster/start.ts');

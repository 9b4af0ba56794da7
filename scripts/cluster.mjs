// `npm run cluster`: starts a cluster on this machine until Ctrl+C. It has three PostgreSQL nodes
// under Patroni and etcd, HAProxy in front, two APIs and two workers.
import { runScript } from './lib/run-script.mjs';

await runScript('server/src/testing/cluster/start.ts');

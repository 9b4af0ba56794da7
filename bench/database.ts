// Starts the database of a benchmark in a temporary folder and prints its address. It ends with the
// process that started it.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';

// Ctrl-C also reaches this process. It is ignored, because the database stops in order when the
// channel closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const abandoned = new Promise<void>((resolve) => process.once('disconnect', resolve));

const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-'));
await chmod(folder, 0o755);
const postgres = orThrow(await openEmbeddedPostgres({ data_dir: join(folder, 'data'), roles: [] }));
orThrow(await migrate(postgres.connectionString));
console.log(postgres.connectionString);

await abandoned;
await postgres.close();
await rm(folder, { recursive: true, force: true });
process.exit();

// `npm run schema`: writes server/schema.sql from a temporary database with all migrations.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { StartProblem } from '../start-problem.ts';
import { dumpSchema, SCHEMA_FILE } from './dump-schema.ts';
import { openEmbeddedPostgres } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

const folder = await mkdtemp(join(tmpdir(), 'rapport-schema-'));
const problem = await writeSchema().finally(() => rm(folder, { recursive: true }));
if (problem) {
  console.error(problem.message);
  process.exitCode = 2;
}

async function writeSchema(): Promise<StartProblem | undefined> {
  const postgres = await openEmbeddedPostgres({ data_dir: folder, roles: [] });
  if (postgres instanceof StartProblem) return postgres;
  try {
    const migrated = await migrate(postgres.connectionString);
    if (migrated instanceof StartProblem) return migrated;
    await writeFile(SCHEMA_FILE, await dumpSchema(postgres.connectionString));
    console.log(`Wrote ${relative(process.cwd(), SCHEMA_FILE)}.`);
  } finally {
    await postgres.close();
  }
}

// A process for tests. It opens the embedded database in argv[2] with the roles in argv[3], reports
// this as a line of JSON, and closes the database at SIGTERM.
import { StartProblem } from '../../start-problem.ts';
import { openEmbeddedPostgres } from '../embedded/embedded.ts';
import type { Role } from '../embedded/session.ts';

const [data_dir = '', roles = ''] = process.argv.slice(2);
const opened = await openEmbeddedPostgres({ data_dir, roles: roles.split(',').filter(Boolean) as Role[] });
if (opened instanceof StartProblem) {
  console.log(JSON.stringify({ refused: opened.message }));
} else {
  process.once('SIGTERM', () => opened.close());
  console.log(JSON.stringify({ connectionString: opened.connectionString }));
}

import sql from 'sql-template-tag';
import { openDatabase, type Queryable } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { StartProblem } from '../platform/start-problem.ts';

/** What a copy does and does not, for the log and the doctor. */
export const ABOUT_COPIES = 'this is a copy: it sends no webhooks, writes mails to files and reminds nobody';

/** How a copy becomes the service itself. */
export const HOW_TO_MAKE_LIVE =
  'When it is to take the place of the original, run: npx rapport database make-live';

/**
 * Marks a restored database as a copy, before any worker sees it. Brings its schema up to date
 * first, since an older one has no place for the mark.
 */
export async function markAsCopy(connectionString: string, embedded: boolean): Promise<StartProblem | null> {
  const migrated = await migrate(connectionString, { make: false, embedded });
  if (migrated instanceof StartProblem) return migrated;
  const db = openDatabase(connectionString, { connections: 1 });
  try {
    await db.query(sql`INSERT INTO copy_mark (made_at) VALUES (now()) ON CONFLICT DO NOTHING`);
    return null;
  } finally {
    await db.close();
  }
}

/** True when the database was restored as a copy, and nobody has made it live since. */
export async function isMarkedAsCopy(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_copy: boolean }>(sql`SELECT EXISTS (SELECT FROM copy_mark) AS is_copy`);
  return row!.is_copy;
}

/** Takes the mark away. Returns false when there was none. */
export async function makeLive(db: Queryable): Promise<boolean> {
  const marks = await db.query(sql`DELETE FROM copy_mark RETURNING only_row`);
  return marks.length > 0;
}

/**
 * What every session relies on. Times are read in UTC and in ISO form, whatever the settings of the
 * server are.
 */
const PINNED = '-c timezone=UTC -c datestyle=ISO -c intervalstyle=iso_8601';

/**
 * The address and options of a connection, for node-postgres. Our options follow those of the
 * address, because the last one counts. They are never empty: node-postgres would then take
 * PGOPTIONS from the shell of the operator, which can make every statement fail.
 */
export function connectionSettings(
  connectionString: string,
  more = '',
): { connectionString: string; options: string } {
  const url = new URL(connectionString);
  const ofUrl = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  // A name in the URL would replace ours, by which processes of Rapport know each other.
  url.searchParams.delete('application_name');
  return { connectionString: url.href, options: `${ofUrl} ${more} ${PINNED}`.trim() };
}

/** What a pooler says that refuses our options. */
export const REFUSED_OPTIONS = /unsupported startup parameter/;

/** The refusal of a pooler that rejects or ignores our options. */
export const BEHIND_POOLER =
  'The database was reached, but did not accept the settings of the connection (time zone, time limits), as behind a pooler that ' +
  'refuses or ignores the startup parameter "options". Set DATABASE_URL to the database itself: Rapport needs few connections, and keeps them open.';

import { Readable } from 'node:stream';

/** The description of a backup, stored as its first entry. */
export type About = {
  format: 1;
  /** `embedded`: the data folder of the embedded database. `external`: a dump of DATABASE_URL. */
  kind: 'embedded' | 'external';
  /** The start of the backup. All changes committed before are in it. */
  began_at: string;
  /** The release that made the backup, and the newest migration of its database. */
  rapport: string;
  migration: string;
  postgres: string;
};

/** The first entry. */
export const ABOUT = 'about.json';

/** The last entry, which lists all others with their SHA-256. */
export const MANIFEST = 'manifest.json';

/** A stream of Node as the libraries for tar and age take it. */
export function webStream(source: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(source) as ReadableStream<Uint8Array>;
}

/** For example `rapport-20261122T175609Z.tar.zst`, with `.age` at the end when encrypted. */
const NAME = /^rapport-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst(\.age)?$/;

/**
 * The name of a backup made at `now` in a folder with the files `existing`. It sorts behind all
 * earlier backups, even when the clock was set back. Otherwise the newest backup would be deleted
 * as the oldest.
 */
export function nameOfBackup(now: Date, existing: string[], { encrypted }: { encrypted: boolean }): string {
  const newest = Math.max(0, ...existing.map(timeOf).filter((time) => time !== undefined));
  const time = new Date(Math.max(Math.floor(now.getTime() / 1000) * 1000, newest && newest + 1000));
  const stamp = time.toISOString().replace(/[-:]|\.\d+/g, '');
  return `rapport-${stamp}.tar.zst${encrypted ? '.age' : ''}`;
}

/** The backups among the files `existing` to delete, so that the newest `keep` stay. */
export function backupsToDelete(existing: string[], keep: number): string[] {
  return existing
    .filter((name) => timeOf(name) !== undefined)
    .sort()
    .reverse()
    .slice(keep);
}

/**
 * The time until the next backup is due, with one every `interval_ms`. Counting from the newest
 * file, a process that starts again and again does not push out all older backups. A newest file
 * from the future means that the clock was set back; then a backup is due at once.
 */
export function dueIn_ms(now: Date, existing: string[], interval_ms: number): number {
  const newest = Math.max(0, ...existing.map(timeOf).filter((time) => time !== undefined));
  const age_ms = now.getTime() - newest;
  return age_ms < 0 ? 0 : Math.max(0, interval_ms - age_ms);
}

function timeOf(name: string): number | undefined {
  const parts = NAME.exec(name)?.slice(1, 7);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Folders whose content a base backup leaves out: PostgreSQL makes it anew at each start, it
 * belongs to the running server, or (pg_wal) it is added later. See PostgreSQL's manual, "Making a
 * base backup".
 */
const EMPTIED_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|.*\.tmp|pgsql_tmp.*|pg_internal\.init.*|t\d+_\d+.*)$/;

/**
 * True when the file or folder `path` belongs into a base backup. The path is relative to the data
 * folder.
 */
export function isPartOfBaseBackup(path: string, isFolder: boolean): boolean {
  const names = path.split('/');
  if (names.length > 1 && EMPTIED_FOLDERS.includes(names[0]!)) {
    return isFolder && names[0] === 'pg_wal' && names.length === 2;
  }
  return !LEFT_OUT.test(names.at(-1)!);
}

/**
 * True when the write-ahead log from file `first` to file `last` includes the file `name`. Names on
 * one timeline sort in the order of the log.
 */
export function isWalBetween(name: string, first: string, last: string): boolean {
  return /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
}

/**
 * True when Rapport gives such names to entries. Other names could unpack outside of the folder.
 */
export function isEntryName(path: string): boolean {
  const names = path.split('/');
  const ours = ['about.json', 'secret-key', 'postgres-password', 'postgres', 'mails', 'database.dump'];
  return ours.includes(names[0]!) && names.every((name) => /^[\w.@+~-]+$/.test(name) && !/^\.+$/.test(name));
}

// Which room reads and writes which table, by the SQL texts of the server. `docs/tables.md` says
// who may, and `tables.test.ts` compares the two.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A room that writes a table, or only reads it. */
export type Use = { table: string; room: string; writes: boolean };

/** The tables of the schema. */
export function tablesOf(): string[] {
  const schema = readFileSync(join(root, 'server/schema.sql'), 'utf8');
  const names = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name!);
  // Partitions have no statement of their own.
  return names.filter((name) => !name.endsWith('_default')).sort();
}

/**
 * The uses of tables by name. A statement whose table comes from a definition, as that of a kind of
 * record does, names none.
 */
export function usesIn(texts: { room: string; text: string }[], tables: string[]): Use[] {
  const uses = new Map<string, Use>();
  for (const { room, text } of texts) {
    const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    for (const [, verb, table] of code.matchAll(STATEMENT)) {
      if (!tables.includes(table!)) continue;
      const key = `${table} ${room}`;
      const writes = !['FROM', 'JOIN'].includes(verb!) || uses.get(key)?.writes === true;
      uses.set(key, { table: table!, room, writes });
    }
  }
  return [...uses.values()];
}

const STATEMENT = /\b(INSERT INTO|UPDATE|DELETE FROM|(?<!DELETE )FROM|JOIN)\s+(\w+)\b/g;

/** The texts of the server, without tests, by their room. */
export function serverTexts(): { room: string; text: string }[] {
  const folder = join(root, 'server/src');
  return globSync('*/**/*.ts', { cwd: folder })
    .filter((file) => !/(\.(test|slow|long|browser)\.)|(^|\/)testing\//.test(file))
    .map((file) => ({
      room: file.split('/')[0]!,
      text: readFileSync(join(folder, file), 'utf8'),
    }));
}

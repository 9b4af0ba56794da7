import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { TOKEN_PREFIXES, tokenKind } from '../platform/secrets/random-tokens.ts';

/** The length of a token after its prefix: random characters and their checksum. */
const TOKEN_BODY_LENGTH = 36;

/**
 * Returns the secrets in a text: tokens, codes, client secrets and cookies of ours, ID tokens, and
 * any of `others`. It finds them with or without their prefix, plain, in hex or in base64 (as Basic
 * sends them). A checksum distinguishes a token from other text, so a test need not list the issued
 * ones.
 */
export function secretsIn(text: string, others: string[] = []): string[] {
  const texts = [text, ...decodedRuns(text, /(?:[0-9a-f]{2}){20,}/gi, 'hex')];
  for (const encoding of ['base64', 'base64url'] as const)
    texts.push(...decodedRuns(text, /[\w+/-]{40,}/g, encoding));
  return texts.flatMap((one) => [
    ...tokensIn(one),
    ...(one.match(/eyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/g) ?? []),
    ...others.filter((other) => one.includes(other)),
  ]);
}

/** Returns the text of every row of every table, with the name of its table. */
export async function dumpOf(db: Pick<Database, 'query'>): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`);
  const rows: string[] = [];
  for (const { name } of tables) {
    const dumped = await db.query<{ row: string }>(
      sql([`SELECT to_jsonb(${name})::text AS row FROM ${name}`]),
    );
    rows.push(...dumped.map(({ row }) => `${name} ${row}`));
  }
  return rows;
}

function decodedRuns(text: string, run: RegExp, encoding: 'hex' | 'base64' | 'base64url'): string[] {
  return (text.match(run) ?? []).map((encoded) => Buffer.from(encoded, encoding).toString('latin1'));
}

function tokensIn(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(/[A-Za-z0-9]{36,}/g)) {
    for (let at = 0; at + TOKEN_BODY_LENGTH <= run.length; at++) {
      const body = run.slice(at, at + TOKEN_BODY_LENGTH);
      if (tokenKind(TOKEN_PREFIXES.oauth_access_token + body)) found.push(body);
    }
  }
  return found;
}

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** What a mailbox keeps of the tokens of its provider. */
export type TokenRow = {
  provider: string | null;
  refresh_token_encrypted: Buffer | null;
  access_token_encrypted: Buffer | null;
  access_until: string | null;
};

type Of = { uuid: string; refresh_token_encrypted: Buffer };

/** The tokens of a mailbox of any User, for the service itself. */
export async function findTokens(db: Queryable, uuid: string): Promise<TokenRow | undefined> {
  const [row] = await db.query<TokenRow>(sql`
    SELECT provider, refresh_token_encrypted, access_token_encrypted, access_until FROM mailboxes WHERE uuid = ${uuid}`);
  return row;
}

/** Lets this process alone ask for the next tokens. False: another one does, or they are others. */
export async function beginRefresh(
  db: Queryable,
  { uuid, refresh_token_encrypted }: Of,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE mailboxes SET refreshing_until = ${until}
    WHERE uuid = ${uuid} AND refresh_token_encrypted = ${refresh_token_encrypted}
      AND (refreshing_until IS NULL OR refreshing_until <= ${now}) RETURNING uuid`);
  return rows.length > 0;
}

/** Ends it, with the next tokens if there are some. What its User has changed meanwhile stays. */
export async function endRefresh(
  db: Queryable,
  { uuid, refresh_token_encrypted }: Of,
  next: { refresh: Buffer; access: Buffer; until: Date } | null,
): Promise<void> {
  await db.query(sql`
    UPDATE mailboxes SET refreshing_until = NULL,
      refresh_token_encrypted = coalesce(${next?.refresh ?? null}::bytea, refresh_token_encrypted),
      access_token_encrypted = coalesce(${next?.access ?? null}::bytea, access_token_encrypted),
      access_until = coalesce(${next?.until ?? null}::timestamptz, access_until)
    WHERE uuid = ${uuid} AND refresh_token_encrypted = ${refresh_token_encrypted}`);
}

/** Forgets an access token that its server has refused. */
export async function forgetAccess(
  db: Queryable,
  { uuid, access_token_encrypted }: { uuid: string; access_token_encrypted: Buffer | null },
): Promise<void> {
  await db.query(sql`
    UPDATE mailboxes SET access_until = NULL
    WHERE uuid = ${uuid} AND access_token_encrypted = ${access_token_encrypted}`);
}

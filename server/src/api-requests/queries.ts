import { API_REQUESTS_LIST, type ApiRequest } from '@rapport/contract/api-requests';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { rowsSql } from '../platform/database/rows-sql.ts';
import { prepared } from '../platform/database/statements.ts';
import { firstUuidAt } from '../platform/ids.ts';
import type { ListRequest } from '../platform/lists/list-query.ts';
import { fetchPage, type Page } from '../platform/lists/page.ts';

export type NotedRequest = {
  uuid: string;
  user_uuid: string;
  token_uuid: string | null;
  grant_uuid: string | null;
  method: string;
  path: string;
  status: number;
  problem_code: string | null;
  duration_ms: number;
  request_id: string;
  created_at: Date;
};

/** Inserts logged requests. Some may be there already: an earlier try could lose its answer. */
export async function insertRequests(db: Queryable, requests: NotedRequest[]): Promise<void> {
  const rows = rowsSql('noted', requests, {
    uuid: 'uuid',
    user_uuid: 'uuid',
    token_uuid: 'uuid',
    grant_uuid: 'uuid',
    method: 'text',
    path: 'text',
    status: 'integer',
    problem_code: 'text',
    duration_ms: 'integer',
    request_id: 'text',
    created_at: 'timestamptz',
  });
  const insertion = sql`
    INSERT INTO api_requests (uuid, user_uuid, token_uuid, grant_uuid, method, path, status, problem_code, duration_ms, request_id, created_at)
    SELECT * FROM ${rows} ON CONFLICT DO NOTHING`;
  await db.query(prepared('insert_api_requests', insertion));
}

/** The log, with the User in the column that the list mechanism takes for the owner. */
const REQUESTS = `(
  SELECT request.*, request.user_uuid AS account_uuid, granted.client_uuid AS client_id, coalesce(token.name, client.name) AS name
  FROM api_requests AS request
  LEFT JOIN personal_access_tokens AS token ON token.uuid = request.token_uuid
  LEFT JOIN oauth_grants AS granted ON granted.uuid = request.grant_uuid
  LEFT JOIN oauth_clients AS client ON client.uuid = granted.client_uuid) AS request`;

const COLUMNS =
  'uuid, method, path, status, problem_code, duration_ms, request_id, token_uuid, client_id, name, created_at';

/** The logged requests of a User; with an application, only its own. */
export function listRequests(
  db: Queryable,
  user_uuid: string,
  oauth_client_uuid: string | null,
  list: ListRequest,
): Promise<Page<ApiRequest>> {
  const where = sql`(${oauth_client_uuid}::uuid IS NULL OR client_id = ${oauth_client_uuid}::uuid)`;
  const source = { table: REQUESTS, columns: COLUMNS, account_uuids: [user_uuid], where };
  return fetchPage(db, API_REQUESTS_LIST, list, source);
}

/** Deletes at most `limit` logged requests older than `before`; returns their number. */
export async function deleteOldRequests(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM api_requests WHERE uuid IN (
      SELECT uuid FROM api_requests WHERE uuid < ${firstUuidAt(before)} ORDER BY uuid LIMIT ${limit})
    RETURNING 1`);
  return rows.length;
}

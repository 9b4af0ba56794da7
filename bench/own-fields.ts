// Gives Clients of an Account three custom fields: a number, a day and a choice.
import type { CustomField } from '@rapport/contract/custom-fields';
import sql, { raw, type Sql } from 'sql-template-tag';
import { request } from 'undici';
import type { Database } from '../server/src/platform/database/database.ts';

/** The records that get values in one statement, which has 30 s. */
const PART = 100_000;

type Server = { base_url: string; token: string };

/**
 * Declares the fields, with values in nine of ten records. They follow numbers without a common
 * factor, so that one tells nothing about another.
 */
export async function declareOwnFields(
  db: Database,
  server: Server,
  account_uuid: string,
  records: number,
): Promise<void> {
  const options = [...Array.from({ length: 20 }, (_, index) => ({ label: `o${index}` })), { label: 'none' }];
  const fields: [object, string, Sql][] = [
    [{ label: 'Size', type: 'number' }, 'number_value', sql`(n * 7919) % 100003`],
    [{ label: 'Day', type: 'date' }, 'date_value', sql`date '2020-01-01' + (n * 104729 % 3650)::integer`],
    [{ label: 'Plan', type: 'choice', options }, 'text_value', sql`'o' || (n * 31 % 20)`],
  ];
  for (const [definition, column, value] of fields) {
    const { uuid } = await declare(server, account_uuid, definition);
    for (let begin = 0; begin < records; begin += PART) {
      await fill(
        db,
        sql`
        INSERT INTO custom_values (account_uuid, record_uuid, field_uuid, place, created_at, ${raw(column)})
        SELECT account_uuid, uuid, ${uuid}::uuid, 0, created_at, ${value}
        FROM (SELECT account_uuid, uuid, created_at, external_id::bigint AS n FROM clients
              WHERE account_uuid = ${account_uuid}) AS numbered
        WHERE n % 10 > 0 AND n > ${begin} AND n <= ${begin + PART}`,
      );
    }
  }
}

/** Declares a custom field of Clients. */
export function declare(server: Server, account_uuid: string, definition: object): Promise<CustomField> {
  return post(server, '/api/v2/custom-fields', { account_uuid, resource: 'client', ...definition });
}

/** Sends a body; returns the `data` of the answer. */
export async function post<Data>({ base_url, token }: Server, path: string, body: object): Promise<Data> {
  const { statusCode, body: answer } = await request(base_url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode >= 300) throw new Error(`${path} answered ${text}`);
  return JSON.parse(text).data;
}

/** Adds values without the look-up of each reference, as `seedRecords` does. */
function fill(db: Database, insert: Sql): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL session_replication_role = replica`);
    await tx.query(insert);
  });
}

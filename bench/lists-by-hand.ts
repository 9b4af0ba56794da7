// The 24 lists of `npm run bench -- lists`, each with the best SQL that somebody who knows its data
// would write for it alone: to read in the order of the list, or to find the matches and sort them.
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { KINDS } from '../server/src/crm/kinds.ts';
import { selectionOf } from '../server/src/records/columns.ts';

/** What the lists name. `after` is the last record of page 4 of the list by name. */
export type Context = {
  account_uuid: string;
  other_uuid: string;
  client_uuid: string;
  size_uuid: string;
  plan_uuid: string;
  after: { name: string; uuid: string };
};

export type ListByHand = { path: string; query: string; statement: Sql };

const ROWS = raw('51');
const BY_NAME = 'name_order, uuid';
const NEWEST = 'created_at DESC, uuid DESC';
const HALF = sql`status IN ('lead', 'prospect')`;
const TWENTIETH = sql`folded(coalesce(industry, '')) = 'industry 3'`;
const ALL = sql`true`;

export function listsByHand(context: Context): Record<string, ListByHand> {
  const own = [context.account_uuid];
  const both = [context.account_uuid, context.other_uuid];
  const { size_uuid, plan_uuid, after, client_uuid } = context;
  const half = 'filter[status][in]=lead,prospect';
  const twentieth = 'filter[industry]=Industry%203';
  const size = sql`SELECT FROM custom_values WHERE record_uuid = clients.uuid AND field_uuid = ${size_uuid} AND number_value >= 50000`;
  const ofClient = sql`client_uuid = ${client_uuid}`;
  const behind = sql`${HALF} AND (name_order, uuid) > (${after.name}, ${after.uuid})`;
  return {
    'all, newest': clients('sort=-created_at', inOrder(own, ALL, NEWEST)),
    'all, by name': clients('sort=name', inOrder(own, ALL, BY_NAME)),
    'a half, newest': clients(`${half}&sort=-created_at`, inOrder(own, HALF, NEWEST)),
    'a half, by name': clients(`${half}&sort=name`, inOrder(own, HALF, BY_NAME)),
    'a half, page 5': clients(`${half}&sort=name`, inOrder(own, behind, BY_NAME)),
    'a half, by last activity': clients(
      `${half}&sort=-last_activity_at`,
      inOrder(own, HALF, `coalesce(last_activity_at, '-infinity') DESC, uuid DESC`),
    ),
    'a half, by next task': clients(
      `${half}&sort=next_task_due_on`,
      inOrder(own, HALF, `coalesce(next_task_due_on, 'infinity'), uuid`),
    ),
    'a half, by custom number': clients(`${half}&sort=-custom.size`, alongSizes(context, HALF, 'DESC')),
    'a half by custom number, by name': clients(
      'filter[custom.size][gte]=50000&sort=name',
      inOrder(own, sql`EXISTS (${size} OFFSET 0)`, BY_NAME),
    ),
    'a half of two Accounts, by name': clients(`${half}&sort=name`, inOrder(both, HALF, BY_NAME)),
    'a half of deals, by amount': deals(
      'filter[status]=open&sort=-amount',
      inOrder(own, sql`status = 'open'`, `coalesce(amount, '-Infinity') DESC, uuid DESC`, 'deal'),
    ),
    'a half of deals, by close': deals(
      'filter[status]=open&sort=expected_close_on',
      inOrder(own, sql`status = 'open'`, `coalesce(expected_close_on, 'infinity'), uuid`, 'deal'),
    ),
    'a thirteenth of deals, by title': deals(
      'filter[status]=lost&sort=title',
      inOrder(own, sql`status = 'lost'`, 'title_order, uuid', 'deal'),
    ),
    'a twentieth, newest': clients(`${twentieth}&sort=-created_at`, inOrder(own, TWENTIETH, NEWEST)),
    'a twentieth, by name': clients(`${twentieth}&sort=name`, inOrder(own, TWENTIETH, BY_NAME)),
    'a twentieth, last changed': clients(
      `${twentieth}&sort=-updated_at`,
      inOrder(own, TWENTIETH, 'updated_at DESC, uuid DESC'),
    ),
    'a twentieth by custom choice, by custom number': clients(
      'filter[custom.plan]=o7&sort=custom.size',
      alongSizes(
        context,
        sql`EXISTS (SELECT FROM custom_values WHERE record_uuid = clients.uuid AND field_uuid = ${plan_uuid} AND text_value = 'o7' OFFSET 0)`,
        'ASC',
      ),
    ),
    'a twentieth of two Accounts, by name': clients(
      `${twentieth}&sort=name`,
      inOrder(both, TWENTIETH, BY_NAME),
    ),
    'a thousandth, by name': clients('filter[kind]=person&sort=name', found(sql`kind = 'person'`, BY_NAME)),
    'a thousandth, by last activity': clients(
      'filter[kind]=person&sort=-last_activity_at',
      found(sql`kind = 'person'`, `coalesce(last_activity_at, '-infinity') DESC, uuid DESC`),
    ),
    'a thousandth of deals, by title': deals(
      `filter[client_uuid]=${client_uuid}&sort=title`,
      found(ofClient, 'title_order, uuid', 'deal'),
    ),
    'none, by name': clients(
      'filter[industry]=Nowhere&sort=name',
      found(sql`folded(coalesce(industry, '')) = 'nowhere'`, BY_NAME),
    ),
    'a search for what all have, by name': clients(
      'q=company&sort=name',
      inOrder(own, sql`search @@ '''company'':*'::tsquery`, BY_NAME),
    ),
    'a search for none, by name': clients(
      'q=nobody&sort=name',
      found(sql`search @@ '''nobody'':*'::tsquery`, BY_NAME),
    ),
  };

  function found(where: Sql, order: string, resource = 'client'): Sql {
    const { table, columns } = partsOf(resource);
    return sql`
      WITH matches AS MATERIALIZED (
        SELECT * FROM ${table} WHERE account_uuid = ${context.account_uuid} AND deleted_at IS NULL AND ${where}
      ) SELECT ${columns} FROM matches AS ${table} ORDER BY ${raw(order)} LIMIT ${ROWS}`;
  }
}

/** Reads each Account in order; records are compared one by one. */
function inOrder(account_uuids: string[], where: Sql, order: string, resource = 'client'): Sql {
  const { table, columns } = partsOf(resource);
  const pages = account_uuids.map(
    (account_uuid) => sql`
      (SELECT * FROM ${table} WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND ${where}
      ORDER BY ${raw(order)} LIMIT ${ROWS})`,
  );
  const page = join(pages, ' UNION ALL ');
  return sql`SELECT ${columns} FROM (${page}) AS ${table} ORDER BY ${raw(order)} LIMIT ${ROWS}`;
}

/** Reads the values of the custom number in order, and the Client of each. */
function alongSizes({ size_uuid }: Context, where: Sql, direction: 'ASC' | 'DESC'): Sql {
  const { columns } = partsOf('client');
  const order = ['number_value', 'created_at', 'record_uuid']
    .map((column) => `own.${column} ${direction}`)
    .join();
  return sql`
    SELECT ${columns} FROM (
      SELECT clients.* FROM custom_values AS own
      CROSS JOIN LATERAL (SELECT * FROM clients WHERE uuid = own.record_uuid AND ${where} OFFSET 0) AS clients
      WHERE own.field_uuid = ${size_uuid} AND own.number_value IS NOT NULL
      ORDER BY ${raw(order)} LIMIT ${ROWS}
    ) AS clients`;
}

function clients(query: string, statement: Sql): ListByHand {
  return { path: '/api/v2/clients', query, statement };
}

function deals(query: string, statement: Sql): ListByHand {
  return { path: '/api/v2/deals', query, statement };
}

function partsOf(resource: string): { table: Sql; columns: Sql } {
  const kind = KINDS.find(({ definition }) => definition.name === resource)!;
  return { table: raw(kind.table), columns: raw(selectionOf(kind)) };
}

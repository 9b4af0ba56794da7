import pg from 'pg';

const SEEDED = ['client', 'contact', 'deal', 'task', 'note'] as const;
export type SeededKind = (typeof SEEDED)[number];

/**
 * The Account and Users of the records. `user_uuid` owns every eleventh record. `rare_user_uuid`
 * and other rare values have one record in a hundred thousand, and at least one.
 */
export type Seed = {
  account_uuid: string;
  user_uuid: string;
  rare_user_uuid: string;
  count: number;
  kinds?: readonly SeededKind[];
  /** SQL for the owner of record `n`, in place of those two. */
  owned_by?: string;
};

/**
 * Fills Accounts with `count` records of each kind, with their spine rows, links, events and
 * histories, in a few statements and without the service. One in a thousand refers to the first
 * Client. It drops the indexes and builds them last, which takes a fifth of the time and needs a
 * superuser. With `keepsPlans` it does neither that nor collect statistics: plans that were made
 * for the empty tables stay as they are.
 */
export async function seedRecords(
  connectionString: string,
  seeds: Seed[],
  { keepsPlans = false } = {},
): Promise<void> {
  const db = new pg.Client({ connectionString });
  await db.connect();
  try {
    // Triggers are off: they would look up each reference.
    await db.query(`SET session_replication_role = replica; SET maintenance_work_mem = '256MB'`);
    // A test that reads plans does not mean these.
    await db.query('SET auto_explain.log_min_duration = -1');
    const indexes = keepsPlans ? [] : await dropIndexes(db);
    for (const seed of seeds) {
      for (const statement of await statementsOf(db, seed)) await db.query(statement);
    }
    for (const definition of indexes) await db.query(definition);
    if (!keepsPlans) await db.query('VACUUM ANALYZE');
  } finally {
    await db.end();
  }
}

/** Drops the indexes that no constraint needs; returns the statements that create them again. */
async function dropIndexes(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string; definition: string }>(`
    SELECT pg_class.relname AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = ANY ('{clients,contacts,deals,tasks,notes,links,events,timeline}'::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`);
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function statementsOf(db: pg.Client, seed: Seed): Promise<string[]> {
  const sql = new SeedSql(seed);
  const { rows: stages } = await db.query<{ uuid: string; pipeline_uuid: string }>(
    'SELECT uuid, pipeline_uuid FROM stages WHERE account_uuid = $1 ORDER BY position',
    [seed.account_uuid],
  );
  const tables = {
    client: sql.clients(),
    contact: sql.contacts(),
    deal: sql.deals(stages),
    task: sql.tasks(),
    note: sql.notes(),
  };
  return (seed.kinds ?? SEEDED).flatMap((kind) => [sql.places(kind), ...tables[kind], ...sql.events(kind)]);
}

/**
 * Makes the statements. Fields follow numbers without a common factor, so that one field tells
 * nothing about another. `n` is the number of a record, from 1; its uuid follows from kind and `n`.
 */
class SeedSql {
  readonly #seed: Seed;
  readonly #now_ms = Math.floor(Date.now() / 1000) * 1000;

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  places(kind: SeededKind): string {
    return `INSERT INTO records (account_uuid, uuid, resource) SELECT ${this.#account}, ${this.#uuid(kind)}, '${kind}' ${this.#rows}`;
  }

  clients(): string[] {
    return [
      this.#insert('client', {
        kind: `CASE WHEN n % 997 = 0 THEN 'person' ELSE 'organisation' END`,
        name: `'Company ' || md5(n::text)`,
        status: `(ARRAY['lead', 'prospect', 'active', 'inactive'])[1 + n % 4]`,
        emails: `jsonb_build_array(jsonb_build_object('label', 'work', 'value', 'office' || n || '@example.com', 'primary', true))`,
        phones: `'[]'`,
        website: `'https://www.company' || n || '.example.com'`,
        domain: `'company' || n || '.example.com'`,
        addresses: `jsonb_build_array(jsonb_build_object('city', 'London', 'country', 'GB'))`,
        industry: `CASE WHEN ${this.#isRare} THEN 'Rare' ELSE 'Industry ' || n % 19 END`,
        last_activity_at: `CASE WHEN n % 3 = 0 THEN ${this.#at} END`,
        next_task_due_on: `CASE WHEN n % 7 = 0 THEN current_date + n % 59 END`,
      }),
    ];
  }

  contacts(): string[] {
    return [
      this.#insert('contact', {
        first_name: `'Grace ' || n % 1000`,
        last_name: `'Hopper ' || n`,
        name: `'Grace ' || n % 1000 || ' Hopper ' || n`,
        job_title: `'Buyer'`,
        emails: `jsonb_build_array(jsonb_build_object('value', 'grace' || n || '@example.com'))`,
        phones: `jsonb_build_array(jsonb_build_object('value', '+44 20 ' || n))`,
        addresses: `'[]'`,
        do_not_contact: 'n % 997 = 0',
        last_activity_at: `CASE WHEN n % 3 = 0 THEN ${this.#at} END`,
        next_task_due_on: `CASE WHEN n % 7 = 0 THEN current_date + n % 59 END`,
      }),
      this.#link('contact', 'client', this.#client),
    ];
  }

  deals(stages: { uuid: string; pipeline_uuid: string }[]): string[] {
    const stage_uuids = `'{${stages.map(({ uuid }) => uuid)}}'::uuid[]`;
    return [
      this.#insert('deal', {
        title: `'Deal ' || md5(n::text)`,
        client_uuid: this.#uuid('client', this.#client),
        pipeline_uuid: `'${stages[0]!.pipeline_uuid}'::uuid`,
        stage_uuid: `(${stage_uuids})[1 + n % ${stages.length}]`,
        status: `CASE WHEN n % 13 < 9 THEN 'open' WHEN n % 13 < 12 THEN 'won' ELSE 'lost' END`,
        amount: `CASE WHEN n % 17 <> 3 THEN (n * 37 % 100000)::numeric / 100 END`,
        currency: `CASE WHEN n % 17 <> 3 THEN 'EUR' END`,
        expected_close_on: `CASE WHEN n % 19 > 0 THEN current_date + n % 365 END`,
        source: `'Fair'`,
        lost_reason: `CASE WHEN n % 13 = 12 THEN 'Too expensive' END`,
        closed_at: `CASE WHEN n % 13 >= 9 THEN ${this.#at} END`,
        stage_entered_at: this.#at,
        last_activity_at: `CASE WHEN n % 3 = 0 THEN ${this.#at} END`,
        next_task_due_on: `CASE WHEN n % 7 = 0 THEN current_date + n % 59 END`,
      }),
      this.#link('deal', 'contact', this.#other),
    ];
  }

  tasks(): string[] {
    return [
      this.#insert('task', {
        title: `'Call back about ' || md5(n::text)`,
        body: `'Ask for the number of seats.'`,
        type: `(ARRAY['todo', 'call', 'meeting', 'email'])[1 + n % 4]`,
        reminder: `'at_time'`,
        direction: `CASE WHEN n % 4 = 1 THEN 'outgoing' ELSE 'none' END`,
        call_outcome: `CASE WHEN n % 4 = 1 AND n % 13 >= 4 THEN 'reached' ELSE 'none' END`,
        due_on: `CASE WHEN n % 19 > 0 THEN current_date + n % 365 - 180 END`,
        priority: `CASE WHEN n % 997 = 0 THEN 'high' ELSE 'normal' END`,
        assignee_uuid: this.#user,
        status: `CASE WHEN n % 13 < 4 THEN 'open' ELSE 'completed' END`,
        completed_at: `CASE WHEN n % 13 >= 4 THEN ${this.#at} END`,
      }),
      this.#link('task', 'client', this.#client),
      this.#link('task', 'deal', this.#other, 'WHERE n % 2 = 0'),
    ];
  }

  notes(): string[] {
    return [
      this.#insert('note', {
        body: `'They want the offer **by Friday**, said ' || md5(n::text)`,
        pinned: 'n % 997 = 0',
      }),
      this.#link('note', 'client', this.#client),
      this.#link('note', 'deal', this.#other, 'WHERE n % 2 = 0'),
    ];
  }

  /** An event for the creation of each record, also in the history of its Client. */
  events(kind: SeededKind): string[] {
    const event = this.#uuid(kind, 'n', 8);
    const body = `format('{"event":"${kind}.created","event_uuid":"%s","data":{"uuid":"%s"}}', ${event}, ${this.#uuid(kind)})`;
    const created = `
      INSERT INTO events (uuid, account_uuid, resource_uuid, event, epoch, body, created_at)
      SELECT ${event}, ${this.#account}, ${this.#uuid(kind)}, '${kind}.created', 1, ${body}, ${this.#at} ${this.#rows}`;
    if (kind === 'client') return [created];
    const told = `
      INSERT INTO timeline (account_uuid, record_uuid, event_uuid)
      SELECT ${this.#account}, ${this.#uuid('client', this.#client)}, ${event} ${this.#rows}`;
    return [created, told];
  }

  #insert(kind: SeededKind, own: Record<string, string>): string {
    const values: Record<string, string> = {
      uuid: this.#uuid(kind),
      account_uuid: this.#account,
      version: '1',
      ...own,
      tags: `CASE WHEN ${this.#isRare} THEN '{seeded,rare}' ELSE '{seeded}' END::text[]`,
      owner_uuid: this.#user,
      external_id: 'n::text',
      custom: `jsonb_build_object('founded', 1900 + n % 120)`,
      created_at: this.#at,
      updated_at: this.#at,
    };
    return `INSERT INTO ${kind}s (${Object.keys(values)}) SELECT ${Object.values(values)} ${this.#rows}`;
  }

  #link(from: SeededKind, to: SeededKind, to_n: string, where = ''): string {
    const position = from === 'task' || from === 'note' ? (to === 'deal' ? 1 : 0) : 0;
    return `
      INSERT INTO links (account_uuid, from_uuid, from_resource, to_uuid, to_resource, position, role, is_primary)
      SELECT ${this.#account}, ${this.#uuid(from)}, '${from}', ${this.#uuid(to, to_n)}, '${to}', ${position}, NULL, false
      ${this.#rows} ${where}`;
  }

  /** The uuid of a record. Like all our uuids it sorts by time: the first record is the newest. */
  #uuid(kind: SeededKind, n = 'n', family = 0): string {
    const number = SEEDED.indexOf(kind);
    const time = `lpad(to_hex(${this.#now_ms} - (${n})::bigint * 1000 + ${number}), 12, '0')`;
    const account = this.#seed.account_uuid.slice(-3);
    return `(${time} || '70${family}${number}8${account}' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;
  }

  get #rows(): string {
    return `FROM generate_series(1, ${this.#seed.count}) AS n`;
  }

  get #account(): string {
    return `'${this.#seed.account_uuid}'::uuid`;
  }

  get #at(): string {
    return `to_timestamp(${this.#now_ms / 1000} - n)`;
  }

  get #isRare(): string {
    return `n % 100000 = 7`;
  }

  get #user(): string {
    const { user_uuid, rare_user_uuid, owned_by } = this.#seed;
    if (owned_by) return owned_by;
    return `CASE WHEN ${this.#isRare} THEN '${rare_user_uuid}' WHEN n % 11 = 0 THEN '${user_uuid}' END::uuid`;
  }

  /** The number of a record's Client: in one record of a thousand, the first Client. */
  get #client(): string {
    return `CASE WHEN n % 1000 = 1 THEN 1 ELSE n * 7919::bigint % ${this.#seed.count} + 1 END`;
  }

  get #other(): string {
    return `n * 7907::bigint % ${this.#seed.count} + 1`;
  }
}

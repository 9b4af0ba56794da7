import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { IMPORTED_KINDS } from '@rapport/contract/imported-kinds';
import type { Import, ImportPlan, ImportRow, MatchKey } from '@rapport/contract/imports';
import fc from 'fast-check';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { Worker } from '../../worker.ts';
import { matchKeys } from '../plan/plan.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { draftOf, finish, recordsOf } from '../testing/sending.ts';

/** Each run makes an Account with some records, and imports a set of files. */
const RUNS = Number(process.env.TEST_RUNS ?? 20);

let app: TestApp;
let worker: Worker;
let ann: TestUser;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
});
after(async () => {
  await worker.stop();
  await app.close();
});

const NAMES = ['Alpha', 'alpha', 'Beta', 'Gamma & Söhne', ''];
const IDS = ['1', '2', '3', ''];
const PEOPLE = ['Ann Lee', 'ann lee', 'Bo Ek', ''];
const EMAILS = ['a@example.com', 'A@EXAMPLE.com', 'b@example.com', 'a@example.com; c@example.com', 'n/a', ''];
const PHONES = ['+49 30 111111', '030 111111', '+49 (30) 22 22 22', 'ext. 5', ''];
const LONG = `${'x'.repeat(199)}😀${'y'.repeat(400)}`;
const ODD = ['=1+1', LONG, `${'x'.repeat(119)}😀`, '\u0001', '  ', 'null', '<b>bold</b>', '𝔘', 'a\nb', 'a;b'];
const WEBSITES = ['https://alpha.example', 'www.alpha.example/x', 'beta.example', 'no site', ''];
const CITIES = ['Bonn', 'bonn', 'Ulm', ''];
const STAGES = ['Lead', 'Demo', 'Closed won', 'lost', 'Trial', ''];
const DAYS = ['2026-01-31', '2026-02-30', '2025-12-01', ''];
const NUMBERS = ['12', '1200.5', 'many', '-3', '1e400', ''];
/** Whose place the name of the User takes, who has one of their own in each run. */
const ME = 'Me';
const OWNERS = [ME, 'Nobody', ''];
const BADGES = ['B-1', 'b-1', 'B-2', 'B-3', ''];
const TAGS = ['vip', 'VIP; new', `${'t'.repeat(120)}`, ''];
const YES = ['yes', 'no', 'perhaps', ''];

/** What the cells of a column may be, by what the column becomes. */
const COLUMNS: Record<ImportedKind, Record<string, readonly string[]>> = {
  client: {
    external_id: IDS,
    name: NAMES,
    email: EMAILS,
    phone: PHONES,
    website: WEBSITES,
    domain: ['alpha.example', 'beta.example', ''],
    city: CITIES,
    industry: ODD,
    status: ['lead', 'Customer', 'what', ''],
    owner_uuid: OWNERS,
    tags: TAGS,
    skip: ['', '', '', 'true'],
    source_created_at: DAYS,
  },
  contact: {
    external_id: IDS,
    name: PEOPLE,
    first_name: ['Ann', 'Zoë', ''],
    last_name: ['Lee', LONG, ''],
    email: EMAILS,
    phone: PHONES,
    city: CITIES,
    job_title: ODD,
    client: NAMES,
    client_id: [...IDS, '1;2', '9'],
    birthday_on: DAYS,
    tags: TAGS,
    skip: ['', '', '', '1'],
  },
  deal: {
    external_id: IDS,
    title: ['Mill', 'mill', 'Loom', ''],
    client: NAMES,
    client_id: [...IDS, '9'],
    contact: PEOPLE,
    contact_id: IDS,
    stage_uuid: STAGES,
    pipeline: ['', 'Sales', 'Renewals'],
    status: ['open', 'Won', 'Lost', 'odd', ''],
    amount: NUMBERS,
    currency: ['EUR', 'eur', 'XXXX', ''],
    lost_reason: ['Price', LONG, ''],
    closed_at: DAYS,
    expected_close_on: DAYS,
  },
  task: {
    external_id: IDS,
    title: ['Call', LONG, ''],
    type: ['call', 'Meeting', 'dance', ''],
    client: NAMES,
    contact: PEOPLE,
    deal: ['Mill', 'Loom', ''],
    deal_id: IDS,
    record_id: IDS,
    due_on: DAYS,
    due_time: ['9:30', 'noon', ''],
    status: ['open', 'completed', ''],
    completed_at: DAYS,
    assignee_uuid: OWNERS,
  },
  note: {
    external_id: IDS,
    body: ['Hello', ...ODD, ''],
    title: ['About', ''],
    client_id: IDS,
    client: NAMES,
    contact: PEOPLE,
    deal: ['Mill', 'Loom', ''],
    record_id: IDS,
  },
};

/** Columns of custom fields, by their keys: one that is unique, and some that the start creates. */
const CUSTOMS: Record<string, { type: string | null; cells: readonly string[] }> = {
  badge: { type: 'text', cells: BADGES },
  size: { type: 'number', cells: NUMBERS },
  colour: { type: 'choice', cells: ['red', 'Red', 'blue'] },
  fond: { type: 'boolean', cells: YES },
  since: { type: 'date', cells: DAYS },
  loose: { type: null, cells: ODD },
  boss: { type: 'user', cells: OWNERS },
};

const numbers = (length: number) => fc.array(fc.nat(10_000), { minLength: length, maxLength: length });
type Sheet = { kind: ImportedKind; columns: string[]; rows: number[][] };
const sheets = fc.array(
  fc.record({
    kind: fc.constantFrom(...(IMPORTED_KINDS as readonly ImportedKind[])),
    columns: numbers(9),
    rows: fc.array(numbers(9), { minLength: 1, maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const choices = fc.record({
  on_match: fc.constantFrom('update', 'fill', 'skip', 'create'),
  strict: fc.boolean(),
  owned: fc.boolean(),
  keys: numbers(6),
  stage: fc.constantFrom(null, 'won', 'lost'),
});
const seeds = fc.array(fc.record({ kind: fc.nat(2), at: numbers(5) }), { maxLength: 6 });

const at = <T>(items: readonly T[], index: number): T => items[index % items.length]!;

test('the preview of a row says what the run does with it: its record, outcome, losses and values', {
  timeout: 60_000 + RUNS * 2_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(seeds, sheets, choices, async (seed, wanted, choice) => {
      ann = await app.addUser();
      const account = await app.addAccount(ann);
      await seedWith(account, seed);
      app.clock.advance(1000);
      const files = wanted.map(({ kind, columns, rows }): Sheet => {
        const known = [...Object.keys(COLUMNS[kind]), ...Object.keys(CUSTOMS)];
        const own = [...new Set(columns.map((one) => at(known, one)))];
        return { kind, columns: own, rows };
      });
      const draft = await draftFor(account, files, choice);
      const old = new Map<string, Record<string, unknown>>();
      for (const kind of PLURALS) for (const one of await recordsOf(app, ann, kind)) old.set(one.uuid, one);
      const done = await finish(app, ann, draft.uuid);
      assert.equal(done.state, 'completed', done.failure ?? '');
      const { body } = await app.call('GET', `/api/v2/imports/${draft.uuid}/rows?limit=200`, { as: ann });
      const rows = body.data as ImportRow[];
      const shown = draft.preview.map((row) => told(row, old));
      const became = draft.preview.map((row) => told(sameRow(rows, row), old));
      assert.deepEqual(shown, became, JSON.stringify({ seed, wanted, choice }));
      await compareValues(draft, rows, old);
    }),
    // Making a failure smaller takes longer than a test may take.
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('in a set too long to be tried whole, the rows that are named are found wherever they stand', async () => {
  ann = await app.addUser();
  const account = await app.addAccount(ann);
  const lines = (of: (n: number) => string) => Array.from({ length: 600 }, (_, n) => of(n)).join('\n');
  const files = {
    'companies.csv': `Record ID,Company name\n${lines((n) => `${n},Firm ${n}`)}\n`,
    'contacts.csv': `Record ID,First Name,Associated Company IDs\n${lines((n) => `${n},P${n},${n}`)}\n`,
    // A deal has the Client of its person. The first one names nobody.
    'deals.csv': `Record ID,Deal Name,Associated Contact IDs\n${lines((n) => `${n},D${n},${n ? 600 - n : 777}`)}\n`,
  };
  const draft = await draftOf(app, ann, account, files);
  const shown = draft.preview.filter(({ resource }) => resource === 'deal');
  assert.deepEqual(
    shown.map(({ outcome, losses }) => [outcome, losses.length > 0]),
    [['created', true], ...Array(5).fill(['created', false])],
  );
  assert.deepEqual(await recordsOf(app, ann, 'clients'), []);
});

test('in a long set, a name that two rows have or that is there already is as unclear as in the run', async () => {
  ann = await app.addUser();
  const account = await app.addAccount(ann);
  await app.call('POST', '/api/v2/clients', { as: ann, body: { name: 'Firm 5' } });
  const lines = (of: (n: number) => string) => Array.from({ length: 600 }, (_, n) => of(n)).join('\n');
  const draft = await draftOf(app, ann, account, {
    'companies.csv': `Record ID,Company name\n${lines((n) => `${n},Firm ${n % 597}`)}\n`,
    'contacts.csv': `Record ID,First Name,Associated Company\n${lines((n) => `${n},P${n},Firm ${n}`)}\n`,
  });
  const said = draft.preview
    .filter(({ resource, line }) => resource === 'contact' && line < 8)
    .map(({ losses }) => losses.map(({ detail }) => detail).join());
  const unclear = (name: string) => `Several clients are called "${name}".`;
  assert.deepEqual(
    said,
    ['Firm 0', 'Firm 1', 'Firm 2', '', '', 'Firm 5'].map((name) => name && unclear(name)),
  );
  await finish(app, ann, draft.uuid);
  const linked = said.map(async (_, n) => {
    const query = `filter[external_id]=${n}`;
    const { body } = await app.call('GET', `/api/v2/contacts?${query}`, { as: ann });
    return body.data[0].clients.length;
  });
  assert.deepEqual(await Promise.all(linked), [0, 0, 0, 1, 1, 0]);
});

const PLURALS = ['clients', 'contacts', 'deals', 'tasks', 'notes'];

/** Some records, and a field whose values are unique. */
async function seedWith(account_uuid: string, seed: { kind: number; at: number[] }[]): Promise<void> {
  const make = (path: string, body: object) =>
    app.call('POST', `/api/v2/${path}`, { as: ann, body: { account_uuid, ...body } });
  for (const resource of ['client', 'contact']) {
    const field = { resource, key: 'badge', label: 'Badge', type: 'text', unique: true };
    assert.equal((await make('custom-fields', field)).status, 201);
  }
  await app.call('PATCH', `/api/v2/accounts/${account_uuid}`, { as: ann, body: { country: 'DE' } });
  let client: string | undefined;
  for (const { kind, at: n } of seed) {
    const [id, email, phone, badge] = [
      at(IDS, n[0]!),
      at(EMAILS.slice(0, 3), n[1]!),
      at(PHONES, n[2]!),
      at(BADGES, n[3]!),
    ];
    const shared = {
      ...(id && { external_id: id }),
      emails: [{ value: email }],
      ...(phone && { phones: [{ value: phone }] }),
      addresses: [{ city: at(CITIES.slice(0, 3), n[4]!) }],
      ...(badge && { custom: { badge } }),
    };
    if (kind === 0) {
      const domain = at(['alpha.example', 'beta.example'], n[4]!);
      const made = await make('clients', { ...shared, name: at(NAMES.slice(0, 4), n[1]!), domain });
      client ??= made.body.data?.uuid;
    } else if (kind === 1) {
      const clients = client && n[4]! % 2 ? [{ client_uuid: client }] : [];
      await make('contacts', { ...shared, name: at(PEOPLE.slice(0, 3), n[1]!), clients });
    } else if (client) {
      const title = at(['Mill', 'Loom'], n[1]!);
      await make('deals', { title, client_uuid: client, ...(id && { external_id: id }) });
    }
  }
}

type Choice = { on_match: string; strict: boolean; owned: boolean; keys: number[]; stage: string | null };

/** Sends the files, and says what their columns become and what the import does. */
async function draftFor(account: string, files: Sheet[], choice: Choice): Promise<Import> {
  const names = files.map(({ kind }, place) => `${place}-${kind}.csv`);
  const sent = files.map(({ kind, columns, rows }, place) => {
    const lines = rows.map((cells) =>
      columns
        .map((column, index) => quoted(at(cellsOf(kind, column), cells[index]!).replace(ME, ann.name)))
        .join(','),
    );
    return [
      names[place]!,
      `${columns.join(',')},line\n${lines.map((line, n) => `${line},${n}`).join('\n')}\n`,
    ];
  });
  const draft = await draftOf(app, ann, account, Object.fromEntries(sent));
  const plan: ImportPlan = {
    ...draft.plan,
    on_match: choice.on_match as ImportPlan['on_match'],
    strict: choice.strict,
    owner_uuid: choice.owned ? ann.uuid : null,
    files: files.map(({ kind, columns }) => ({
      resource: kind,
      day_order: 'dmy',
      decimal: '.',
      match_by: keysFor(kind, choice.keys),
      columns: [
        ...columns.map((column) => {
          const custom = CUSTOMS[column];
          return custom
            ? { column, to: 'custom', key: column, type: custom.type as 'text' }
            : { column, to: column };
        }),
        { column: 'line', to: null },
      ],
    })),
  };
  const send = async (body: { plan: ImportPlan }): Promise<Import> => {
    const answer = await app.call('PATCH', `/api/v2/imports/${draft.uuid}`, { as: ann, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const settled = await send({ plan });
  const { stage = {} } = settled.plan.values;
  if (choice.stage && 'Trial' in stage) stage.Trial = choice.stage;
  return send({ plan: settled.plan });
}

function cellsOf(kind: ImportedKind, column: string): readonly string[] {
  return COLUMNS[kind][column] ?? CUSTOMS[column]!.cells;
}

function keysFor(kind: ImportedKind, order: number[]): MatchKey[] {
  const keys: MatchKey[] =
    kind === 'client' ? ['external_id', 'domain', 'email', 'phone', 'name_city'] : matchKeys(kind);
  return keys
    .map((key, index) => ({ key, by: order[index]! }))
    .filter(({ by }) => by % 3 > 0)
    .toSorted((a, b) => a.by - b.by)
    .map(({ key }) => key);
}

function quoted(cell: string): string {
  return /[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function sameRow(rows: ImportRow[], { file, line }: ImportRow): ImportRow {
  return rows.find((one) => one.file === file && one.line === line)!;
}

/** What is said of a row. A record that is not there yet has no uuid in the preview. */
function told({ file, line, outcome, uuid, title, losses }: ImportRow, old: Map<string, unknown>) {
  const record = uuid !== null && old.has(uuid) ? uuid : null;
  return { file, line, outcome, record, title, losses };
}

/** Compares the values that were shown with those of records which one row alone has written. */
async function compareValues(
  { preview }: Import,
  rows: ImportRow[],
  old: Map<string, Record<string, unknown>>,
): Promise<void> {
  const written = Map.groupBy(rows, ({ uuid }) => uuid);
  const now = new Map<string, Record<string, unknown>>();
  for (const kind of PLURALS) for (const one of await recordsOf(app, ann, kind)) now.set(one.uuid, one);
  for (const row of preview) {
    const { uuid } = sameRow(rows, row);
    if (!uuid || written.get(uuid)!.length > 1 || row.outcome === 'skipped') continue;
    const record = now.get(uuid)!;
    for (const [field, value] of Object.entries(row.previous ?? {})) {
      assert.deepEqual(plain(value), plain(old.get(uuid)![field]), `previous ${field}`);
    }
    if (row.outcome !== 'created') continue;
    for (const [field, value] of Object.entries(row.fields!)) {
      // A stage that the start creates is shown by its name.
      const isNewStage = field === 'stage_uuid' && STAGES.includes(value as string);
      if (field in record && field !== 'custom' && !isNewStage)
        assert.deepEqual(plain(record[field]), plain(value), `${row.resource} ${field}`);
    }
  }
}

/**
 * A value as it is compared: times without their way to say UTC, entries without what follows from
 * others.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, own]) => own !== null && own !== false && name !== 'e164',
  );
  return Object.fromEntries(entries.map(([name, own]) => [name, plain(own)]).toSorted());
}

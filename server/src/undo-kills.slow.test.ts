import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeInFull } from '@rapport/contract/changes';
import type { Import } from '@rapport/contract/imports';
import type { Job } from '@rapport/contract/jobs';
import sql from 'sql-template-tag';
import { KINDS } from './crm/kinds.ts';
import { findDisagreements } from './records/agreement.ts';
import { RealService } from './testing/real-service.ts';

// Every run makes a few kills; `npm run test:long` makes fifty among ten times the rows.
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const ROWS = Number(process.env.TEST_ROWS ?? 10_000);
const EDITED = ROWS / 200;
const VICTIMS = ['worker', 'api', 'worker', 'database'] as const;
/** The tests about rows that take minutes: a worker writes some thousand a second. */
const LIMIT_MS = 300_000 + KILLS * 20_000 + ROWS * 10;

test(`${ROWS} rows imported, ${EDITED} edited by hand, undone under ${KILLS} kills: all others gone once, each of those named`, {
  timeout: LIMIT_MS,
}, async (t) => {
  const service = await RealService.start('embedded');
  try {
    const imported = await importRows(service);
    assert.equal(imported.counts.created, ROWS);
    const edited = await editSome(service);
    const begun = Date.now();
    const undo = await service.call<{ job_uuid: string; change_uuid: string }>(
      'POST',
      `/api/v2/changes/${imported.change_uuid}/undo`,
    );
    assert.equal(undo.status, 202);
    const path = `/api/v2/jobs/${undo.data.job_uuid}`;
    let kills = 0;
    for (; kills < KILLS; kills++) {
      await delay(Math.random() * Math.min(2_000, ROWS / 10));
      const job = await orAway(() => service.call<Job>('GET', path));
      if (job?.data?.finished_at) break;
      await service.hit(VICTIMS[kills % VICTIMS.length]!);
    }
    const job = await whenEnded<Job>(service, path, ({ finished_at }) => finished_at !== null);
    t.diagnostic(JSON.stringify({ kills, undo_ms: Date.now() - begun, rows: ROWS }));
    const { state, result } = job as Job & {
      result: { undone: number; kept: { uuid: string }[]; kept_count: number };
    };
    assert.deepEqual([state, result.undone, result.kept_count], ['completed', ROWS - EDITED, EDITED]);
    assert.deepEqual(result.kept.map(({ uuid }) => uuid).toSorted(), edited.toSorted());
    const left = await service.db.query<{ uuid: string }>(
      sql`SELECT uuid FROM clients WHERE deleted_at IS NULL ORDER BY uuid`,
    );
    assert.deepEqual(
      left.map(({ uuid }) => uuid),
      edited.toSorted(),
    );
    assert.deepEqual(await countDeletions(service), [{ records: ROWS - EDITED, events: ROWS - EDITED }]);
    const later = await service.call<ChangeInFull>('GET', `/api/v2/changes/${undo.data.change_uuid}`);
    assert.equal(later.data.outcome?.kept_count, EDITED);
    assert.deepEqual(await findDisagreements(service.db, KINDS), []);
  } finally {
    await service.stop();
  }
});

/** Imports a file of Clients as the page does, and waits for its end. */
async function importRows(service: RealService): Promise<Import> {
  const [account] = await service.db.query<{ uuid: string }>(sql`SELECT uuid FROM accounts`);
  const rows = Array.from({ length: ROWS }, (_, n) => `Client ${n},C-${n},Tools ${n % 50}\n`);
  const form = new FormData();
  form.append('account_uuid', account!.uuid);
  form.append('file', new Blob([`name,external id,industry\n${rows.join('')}`]), 'clients.csv');
  const draft = await service.call<Import>('POST', '/api/v2/imports', form);
  assert.equal(draft.status, 201, JSON.stringify(draft));
  const path = `/api/v2/imports/${draft.data.uuid}`;
  assert.equal((await service.call('POST', `${path}/start`)).status, 200);
  const ended = await whenEnded<Import>(service, path, ({ state }) => state !== 'running');
  assert.equal(ended.state, 'completed');
  return ended;
}

/** Edits some of the imported records one by one, as people do; returns their uuids. */
async function editSome(service: RealService): Promise<string[]> {
  const rows = await service.db.query<{ uuid: string }>(
    sql`SELECT uuid FROM clients ORDER BY md5(uuid::text) LIMIT ${EDITED}`,
  );
  for (const { uuid } of rows) {
    const { status } = await service.call('PATCH', `/api/v2/clients/${uuid}`, { industry: 'By hand' });
    assert.equal(status, 200);
  }
  return rows.map(({ uuid }) => uuid);
}

/** How many records have an event of their deletion, and how many such events there are. */
function countDeletions({ db }: RealService) {
  return db.query(sql`
    SELECT count(DISTINCT resource_uuid) AS records, count(*) AS events FROM events WHERE event = 'client.deleted'`);
}

/** Asks until it has ended, however long it takes; the service may be away meanwhile. */
async function whenEnded<Data>(
  service: RealService,
  path: string,
  hasEnded: (data: Data) => boolean,
): Promise<Data> {
  for (;;) {
    const answer = await orAway(() => service.call<Data>('GET', path));
    if (answer?.status === 200 && hasEnded(answer.data)) return answer.data;
    await delay(250);
  }
}

/** The answer; undefined while the service is away. */
function orAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  return ask().catch(() => undefined);
}

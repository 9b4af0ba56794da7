import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { RealService } from './testing/real-service.ts';
import { until } from './testing/until.ts';

// Every run makes a few kills; `npm run test:long` makes fifty.
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const TASKS_A_KILL = 100;
const VICTIMS = ['worker', 'worker', 'api', 'database'] as const;

test(`${KILLS} kills while reminders come lose none, and each comes once`, {
  timeout: 120_000 + KILLS * 20_000,
}, async (t) => {
  const service = await RealService.start('embedded');
  try {
    const [me] = await service.db.query<{ uuid: string }>(sql`SELECT uuid FROM users`);
    const confirmed: string[] = [];
    for (let n = 0; n < KILLS; n++) {
      const made = await until('tasks to be made', () => addTasks(service, me!.uuid).catch(() => undefined));
      confirmed.push(...made);
      // They become due from now on, some of them while the victim is down.
      await delay(Math.random() * 2_000);
      await service.hit(VICTIMS[Math.floor(Math.random() * VICTIMS.length)]!);
    }
    const told = await until('the last reminder', async () => {
      const rows = await remindersOf(service).catch(() => []);
      return rows.length >= confirmed.length ? rows : undefined;
    });
    const counts = new Map(told.map(({ subject_uuid, count }) => [subject_uuid, count]));
    assert.deepEqual(
      confirmed.filter((uuid) => counts.get(uuid) !== 1),
      [],
      'a reminder is lost or came twice',
    );
    assert.ok(told.every(({ count }) => count === 1));
    t.diagnostic(JSON.stringify({ tasks: confirmed.length, reminders: told.length }));
  } finally {
    await service.stop();
  }
});

/** Makes tasks that are due within the next seconds; returns those that the API has confirmed. */
async function addTasks(service: RealService, assignee_uuid: string): Promise<string[]> {
  const now_ms = Date.now();
  const operations = Array.from({ length: TASKS_A_KILL }, (_, index) => ({
    action: 'create',
    data: {
      title: `Task ${index}`,
      assignee_uuid,
      due_at: new Date(now_ms + 1_000 + index * 30).toISOString(),
    },
  }));
  const { status, data } = await service.call<{ outcomes: { uuid: string }[] }>(
    'POST',
    '/api/v2/tasks/batch',
    { operations },
  );
  assert.equal(status, 200);
  return data.outcomes.map(({ uuid }) => uuid);
}

function remindersOf({ db }: RealService): Promise<{ subject_uuid: string; count: number }[]> {
  return db.query(sql`
    SELECT subject_uuid, count(*) FROM notifications WHERE sort = 'reminder' GROUP BY subject_uuid`);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeInFull } from '@rapport/contract/changes';
import sql from 'sql-template-tag';
import { examine } from '../../cli/src/doctor/checks.ts';
import { findStaleActivity } from './crm/activity.ts';
import { KINDS } from './crm/kinds.ts';
import { newUuid } from './platform/ids.ts';
import { findDisagreements } from './records/agreement.ts';
import { RealService } from './testing/real-service.ts';

// Every run makes a few kills; `npm run test:long` makes fifty.
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const VICTIMS = ['api', 'database', 'worker', 'api'] as const;
const WRITERS = 4;
/** So many that their undo is made by a worker. */
const MANY = 220;

/** What is done to the records of a set, by their letters. A step is one change. */
const STEPS = [
  ['merge', 'B into A'],
  ['merge', 'A into C'],
  ['edit', 'C'],
  ['undo', 1],
  ['undo', 0],
  ['edit', 'A'],
  ['undo', 4],
  ['undo', 6],
  ['merge', 'C into B'],
  ['merge', 'A into B'],
  // Of a chain, the first merge first: what it gave is elsewhere by now.
  ['undo', 8],
  ['undo', 9],
] as const;

test(`chains of merges, edits and their undos go on through ${KILLS} kills: each once or not at all`, {
  timeout: 300_000 + KILLS * 20_000,
}, async (t) => {
  const service = await RealService.start('embedded');
  try {
    const quiet = new Walk(service, await begin(service), null);
    await quiet.end();
    const stopping = new AbortController();
    let sets = 0;
    const write = async () => {
      while (!stopping.signal.aborted) {
        const walk = new Walk(service, await again(() => begin(service)), quiet.states);
        await walk.end();
        sets++;
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, write));
    const kills = async () => {
      for (let n = 0; n < KILLS; n++) {
        const before = Walk.steps;
        while (Walk.steps < before + WRITERS) await delay(10);
        await delay(Math.random() * 300);
        await service.hit(VICTIMS[n % VICTIMS.length]!);
      }
      stopping.abort();
    };
    await Promise.race([
      Promise.all([kills(), writers]),
      writers.then(() => assert.ok(stopping.signal.aborted)),
    ]);
    await writers;
    t.diagnostic(`${KILLS} kills, ${sets} sets, ${Walk.steps} changes, ${Walk.unknown} answers lost`);
    assert.deepEqual(await findDisagreements(service.db, KINDS), []);
    assert.deepEqual(await findStaleActivity(service.db), []);
    const checks = await examine({ ...process.env, ...service.settings }, { records: true });
    const faults = checks.filter(({ check, ok }) => !ok && ['records', 'jobs', 'feed'].includes(check));
    assert.deepEqual(faults, []);
  } finally {
    await service.stop();
  }
});

type Made = Record<string, string>;

/** Makes three Clients, and what names the second of them. Returns their uuids by letters. */
async function begin(service: RealService): Promise<Made> {
  const add = async (plural: string, fields: object) =>
    (await service.post(`/api/v2/${plural}`, fields)).uuid;
  const A = await add('clients', { name: 'A', tags: ['a'] });
  const B = await add('clients', {
    name: 'B',
    tags: ['b'],
    industry: 'Of B',
    emails: [{ value: 'b@b.example' }],
  });
  const C = await add('clients', { name: 'C', tags: ['c'] });
  const records = [{ resource: 'client', uuid: B }];
  const named = await service.call<{ outcomes: { uuid: string }[] }>('POST', '/api/v2/contacts/batch', {
    operations: Array.from({ length: 200 }, () => ({
      action: 'create',
      data: { name: 'P', clients: [{ client_uuid: B }] },
    })),
  });
  const deals = await service.call<{ outcomes: { uuid: string }[] }>('POST', '/api/v2/deals/batch', {
    operations: Array.from({ length: MANY - 200 }, () => ({
      action: 'create',
      data: { title: 'D', client_uuid: B },
    })),
  });
  assert.deepEqual([named.status, deals.status], [200, 200]);
  return {
    A,
    B,
    C,
    n: await add('notes', { body: 'N', records }),
    t: await add('tasks', { title: 'T', records }),
  };
}

/** Does the steps to one set, and holds what is there after each against a walk without kills. */
class Walk {
  static steps = 0;
  static unknown = 0;
  /** What was there before the first step and after each. */
  readonly states: string[] = [];
  readonly #service: RealService;
  readonly #made: Made;
  readonly #expected: string[] | null;
  readonly #changes: string[] = [];

  constructor(service: RealService, made: Made, expected: string[] | null) {
    this.#service = service;
    this.#made = made;
    this.#expected = expected;
  }

  async end(): Promise<void> {
    this.states.push(await this.#state());
    for (const [index, step] of STEPS.entries()) {
      this.#changes.push(await this.#once(step, index));
      this.states.push(await this.#state());
      if (this.#expected)
        assert.equal(this.states[index + 1], this.#expected[index + 1], `after ${step.join(' ')}`);
      Walk.steps++;
    }
  }

  /** Makes a change. After a lost answer it asks whether it was made: whole, or not at all. */
  async #once(step: (typeof STEPS)[number], index: number): Promise<string> {
    const tried: string[] = [];
    for (;;) {
      const change = newUuid(new Date());
      tried.push(change);
      const answer = await this.#send(step, change).catch(() => null);
      if (answer !== null && answer.status < 300) return this.#settled(change);
      if (answer === null || answer.status >= 500) Walk.unknown++;
      for (const one of tried) {
        const found = await again(() => this.#service.call('GET', `/api/v2/changes/${one}`));
        if (found.status === 200) return this.#settled(one);
        assert.equal(found.status, 404);
      }
      assert.ok(answer === null || answer.status >= 500, `${step.join(' ')}: ${JSON.stringify(answer)}`);
      if (this.#expected)
        assert.equal(await this.#state(), this.#expected[index], `half of ${step.join(' ')}`);
      await delay(50);
    }
  }

  #send([what, which]: (typeof STEPS)[number], change: string) {
    const headers = { 'x-change-uuid': change };
    if (what === 'undo') {
      return this.#service.call(
        'POST',
        `/api/v2/changes/${this.#changes[which as number]}/undo`,
        {},
        headers,
      );
    }
    const [one, , other] = String(which).split(' ') as [string, string?, string?];
    if (what === 'edit') {
      const fields = { name: `${one} edited`, description: 'By hand' };
      return this.#service.call('PATCH', `/api/v2/clients/${this.#made[one]}`, fields, headers);
    }
    const body = { from_uuid: this.#made[one] };
    return this.#service.call('POST', `/api/v2/clients/${this.#made[other!]}/merge`, body, headers);
  }

  /** Waits until a worker has made the change, if one does. */
  async #settled(change: string): Promise<string> {
    for (;;) {
      const { status, data } = await again(() =>
        this.#service.call<ChangeInFull>('GET', `/api/v2/changes/${change}`),
      );
      // The first event of an undo may be still to come.
      if (status === 200 && data.outcome?.state !== 'running') return change;
      await delay(50);
    }
  }

  /** Everything about the set, with letters for its records and numbers for its changes. */
  async #state(): Promise<string> {
    const { A, B, C, n, t } = this.#made;
    const clients = [A!, B!, C!];
    const rows = await again(() =>
      this.#service.db.query<{ text: string }>(sql`
        WITH named AS (
          SELECT uuid FROM deals WHERE client_uuid = ANY(${clients}::uuid[])
          UNION SELECT from_uuid FROM links WHERE to_uuid = ANY(${clients}::uuid[]) OR from_uuid IN (${n!}, ${t!})
        )
        SELECT concat_ws(' ', uuid, name, tags, industry, emails, description, version, deleted_at IS NOT NULL) AS text
        FROM clients WHERE uuid = ANY(${clients}::uuid[])
        UNION ALL SELECT concat_ws(' ', 'lead', from_uuid, into_uuid) FROM merges WHERE from_uuid = ANY(${clients}::uuid[])
        UNION ALL SELECT concat_ws(' ', 'point', point, record_uuid) FROM points WHERE record_uuid = ANY(${clients}::uuid[])
        UNION ALL SELECT concat_ws(' ', from_resource, to_uuid, count(*)) FROM links
          WHERE from_uuid IN (SELECT uuid FROM named) GROUP BY from_resource, to_uuid
        UNION ALL SELECT concat_ws(' ', 'deal', client_uuid, count(*)) FROM deals
          WHERE uuid IN (SELECT uuid FROM named) GROUP BY client_uuid
        UNION ALL SELECT concat_ws(' ', event, body::json -> 'data' ->> 'name', body::json ->> 'merged_into_uuid',
            body::json ->> 'merged_from_uuid', change_uuid, count(*)) FROM events
          WHERE resource_uuid = ANY(${clients}::uuid[]) OR resource_uuid IN (SELECT uuid FROM named)
          GROUP BY event, change_uuid, body::json -> 'data' ->> 'name', body::json ->> 'merged_into_uuid', body::json ->> 'merged_from_uuid'
        UNION ALL SELECT concat_ws(' ', 'undo', change_uuid, undone_by, in_effect, outcome ->> 'undone', outcome ->> 'kept_count')
          FROM undos WHERE change_uuid = ANY(${this.#changes}::uuid[])`),
    );
    const names = new Map(Object.entries(this.#made).map(([letter, uuid]) => [uuid, letter]));
    for (const [at, change] of this.#changes.entries()) names.set(change, `change ${at}`);
    const told = rows.map(({ text }) =>
      text.replaceAll(/[0-9a-f]{8}-[-0-9a-f]{27}/g, (uuid) => names.get(uuid) ?? '?'),
    );
    return told.toSorted().join('\n');
  }
}

/** Asks until there is an answer: the service may be away. */
async function again<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => null);
    const { status = 200 } = (answer ?? {}) as { status?: number };
    if (answer !== null && status < 500) return answer;
    await delay(100);
  }
}

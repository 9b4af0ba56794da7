import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KeptValue } from '@rapport/contract/changes';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordField } from '@rapport/contract/records/record-field';
import fc from 'fast-check';
import { findStaleActivity } from '../../crm/activity.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

/** Each run makes some ten changes and takes them back. */
const RUNS = Number(process.env.TEST_RUNS ?? 8);

let app: TestApp;
let ada: TestUser;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

type Fields = Record<string, unknown>;
type Made = { path: string; uuid: string };

/** A number by which a step chooses what it does. */
type Step = { what: number; which: number; value: number };
const steps = fc.array(fc.record({ what: fc.nat(15), which: fc.nat(1000), value: fc.nat(1000) }), {
  minLength: 4,
  maxLength: 10,
});

test('changes of all sorts, taken back in any order, leave what was before but for what is named', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      steps,
      fc.array(fc.nat(1000), { minLength: 10, maxLength: 10 }),
      async (first, then, order) => {
        // A User may own a hundred Accounts.
        ada = await app.addUser();
        const account_uuid = await app.addAccount(ada);
        const world = new World(account_uuid);
        await world.begin();
        for (const step of first) await world.do(step);
        const before = await world.state();
        const changes: string[] = [];
        for (const step of then) changes.push(await world.do(step));
        let left = changes
          .map((change, index) => ({ change, at: order[index]! }))
          .toSorted((a, b) => a.at - b.at);
        // One that an undo among them took back is in effect again when that one is taken back.
        for (let size = Number.POSITIVE_INFINITY; left.length < size; ) {
          size = left.length;
          const refused: typeof left = [];
          for (const one of left) if (!(await world.undo(one.change))) refused.push(one);
          left = refused;
        }
        assert.deepEqual(differences(before, await world.state(), world.named), []);
        assert.deepEqual(await findStaleActivity(app.db), []);
      },
    ),
    // Making a failure smaller takes longer than a test may take.
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** Values that follow from other records, which may be named. */
const OF_OTHERS = /^(last_activity|next_task)_/;

/** What differs and was not named. */
function differences(before: Map<string, Fields>, after: Map<string, Fields>, kept: KeptValue[]): string[] {
  const named = Map.groupBy(kept, ({ uuid }) => uuid);
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].flatMap((key) => {
    const [resource, uuid] = key.split(' ') as [string, string];
    const [was, is] = [before.get(key), after.get(key)];
    const told = named.get(uuid) ?? [];
    if (!was || !is) return was === is || told.length > 0 ? [] : [`${key} is ${is ? 'there' : 'gone'}`];
    if (told.some(({ field }) => field === null)) return [];
    const { fields } = RECORDS.find(({ name }) => name === resource)! as unknown as {
      fields: Record<string, RecordField>;
    };
    const [had, has] = [flat(was), flat(is)];
    const own = Object.keys({ ...had, ...has }).filter((name) => name.startsWith('custom.'));
    return [...Object.keys(fields), ...own].flatMap((name) => {
      // What the service derives follows from the values that are named.
      const isTold =
        told.some(({ field }) => field === name || fields[name]?.by === 'service') || OF_OTHERS.test(name);
      const isSame = JSON.stringify(had[name]) === JSON.stringify(has[name]);
      return isSame || isTold ? [] : [`${key} ${name}: ${JSON.stringify([had[name], has[name]])}`];
    });
  });
}

/** The values with each custom field beside the others, as `custom.KEY`: an undo names them so. */
function flat({ custom, ...values }: Fields): Fields {
  const own = Object.entries((custom ?? {}) as Fields).map(([key, value]) => [`custom.${key}`, value]);
  return { ...values, ...Object.fromEntries(own) };
}

/** Some records of an Account, and ways to change them. */
class World {
  readonly #account_uuid: string;
  readonly #made: Made[] = [];
  /** All changes so far, and what the undos have named. */
  readonly #changes: string[] = [];
  readonly named: KeptValue[] = [];
  #stages: string[] = [];

  constructor(account_uuid: string) {
    this.#account_uuid = account_uuid;
  }

  async begin() {
    const path = `/api/v2/pipelines?account_uuid=${this.#account_uuid}`;
    const { body } = await app.call('GET', path, { as: ada });
    this.#stages = body.data[0].stages.map(({ uuid }: { uuid: string }) => uuid);
    for (const name of ['A', 'B']) await this.#add('clients', { name });
  }

  /** Makes one change; returns its uuid. A refused request is a change of nothing. */
  async do(step: Step): Promise<string> {
    const change = await this.#step(step);
    this.#changes.push(change);
    return change;
  }

  async #step({ what, which, value }: Step): Promise<string> {
    const client = this.#one('clients', which);
    const links = [{ resource: 'client', uuid: client }];
    switch (what) {
      case 0:
        return this.#add('clients', { name: `C${value}`, external_id: `x${value % 4}` });
      case 1:
        return this.#add('contacts', { name: `P${value}`, clients: [{ client_uuid: client, role: 'boss' }] });
      case 2:
        return this.#add('deals', { title: `D${value}`, client_uuid: client, amount: value });
      case 3:
        return this.#add('notes', { body: `N${value}`, records: links });
      case 4:
        return this.#add('tasks', { title: `T${value}`, records: links, due_on: '2026-12-01' });
      case 5:
        return this.#change('clients', which, { name: `N${value}`, tags: [`t${value % 3}`] });
      case 6:
        return this.#change('clients', which, {
          external_id: value % 2 ? null : `x${value % 4}`,
          custom: { n: value % 3 },
        });
      case 7:
        return this.#change('contacts', which, { clients: value % 2 ? [] : [{ client_uuid: client }] });
      case 8: {
        const stage_uuid = this.#stages[value % this.#stages.length];
        const status = value % 3 ? 'open' : 'won';
        return this.#change('deals', which, { stage_uuid, status, client_uuid: client });
      }
      case 9:
        return this.#change('tasks', which, {
          status: value % 2 ? 'completed' : 'open',
          due_on: '2026-12-02',
        });
      case 10: {
        const { path, uuid } = this.#made[which % this.#made.length]!;
        return this.#call('DELETE', `/${path}/${uuid}`);
      }
      case 11:
        return this.#merge('clients', which, value);
      case 12:
        return this.#merge('contacts', which, value);
      case 13: {
        const other = { resource: 'client', uuid: this.#one('clients', value) };
        return this.#change('notes', which, { records: value % 3 ? [other] : [...links, other] });
      }
      case 14: {
        const change = this.#changes[which % this.#changes.length]!;
        const answer = await app.call('POST', `/api/v2/changes/${change}/undo`, { as: ada });
        this.named.push(...(answer.body.data?.kept ?? []));
        return answer.headers.get('x-change-uuid')!;
      }
      default: {
        const { path, uuid } = this.#made[which % this.#made.length]!;
        if (value % 2) return this.#call('POST', `/${path}/${uuid}/restore`);
        const own = this.#made.filter((one) => one.path === 'clients').slice(0, 4);
        return this.#call('POST', '/clients/batch', {
          account_uuid: this.#account_uuid,
          operations: own.map(({ uuid }, index) =>
            (index + value) % 3 === 0
              ? { action: 'delete', uuid }
              : { action: 'update', uuid, data: { industry: `I${value % 5}`, name: `Z${value}` } },
          ),
        });
      }
    }
  }

  /** Takes a change back. Returns false for one that another undo has taken back so far. */
  async undo(change: string): Promise<boolean> {
    const { status, body } = await app.call('POST', `/api/v2/changes/${change}/undo`, { as: ada });
    if (status === 404) return true;
    if (status === 409) return false;
    assert.equal(status, 200, JSON.stringify(body));
    this.named.push(...body.data.kept);
    return true;
  }

  /** All records that are not deleted, by kind and uuid. */
  async state(): Promise<Map<string, Fields>> {
    const state = new Map<string, Fields>();
    for (const { path, name } of RECORDS) {
      const { body } = await app.call('GET', `${path}?limit=200&account_uuid=${this.#account_uuid}`, {
        as: ada,
      });
      for (const record of body.data) state.set(`${name} ${record.uuid}`, record);
    }
    return state;
  }

  /** Merges two records of a kind, which may be the same one, gone, or merged before. */
  async #merge(path: string, which: number, value: number): Promise<string> {
    const own = this.#made.filter((one) => one.path === path);
    if (own.length === 0) return this.#change(path, which, {});
    const [into, from] = [own[which % own.length]!, own[value % own.length]!];
    const take = { name: value % 2 ? 'from' : 'into', external_id: value % 3 ? 'from' : 'into' };
    return this.#call('POST', `/${path}/${into.uuid}/merge`, { from_uuid: from.uuid, take });
  }

  #one(path: string, which: number): string {
    const own = this.#made.filter((one) => one.path === path);
    return own[which % own.length]!.uuid;
  }

  async #change(path: string, which: number, fields: Fields): Promise<string> {
    const own = this.#made.filter((one) => one.path === path);
    const one = own.length > 0 ? own[which % own.length]! : this.#made[0]!;
    const given = own.length > 0 ? fields : { name: `N${which}` };
    return this.#call('PATCH', `/${one.path}/${one.uuid}`, given);
  }

  async #add(path: string, fields: Fields): Promise<string> {
    const body = { account_uuid: this.#account_uuid, ...fields };
    const answer = await app.call('POST', `/api/v2/${path}`, { as: ada, body });
    if (answer.status === 201) this.#made.push({ path, uuid: answer.body.data.uuid });
    return answer.headers.get('x-change-uuid')!;
  }

  async #call(method: string, path: string, body?: object): Promise<string> {
    const answer = await app.call(method, `/api/v2${path}`, { as: ada, body });
    assert.ok(answer.status < 500, JSON.stringify(answer.body));
    return answer.headers.get('x-change-uuid')!;
  }
}

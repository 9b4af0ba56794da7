import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Tag } from '@rapport/contract/tags';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let app: TestApp;
let team: Team;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
  await app.startWorker();
});
after(() => app.close());

const send = (method: string, path: string, body?: unknown, as: TestUser = team.member) =>
  app.call(method, `/api/v2${path}`, { as, body });

async function add(path: string, fields: object): Promise<{ uuid: string; tags: string[] }> {
  const made = await send('POST', path, fields);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.data;
}

const tagsOf = async (path: string): Promise<string[]> => (await send('GET', path)).body.data.tags;

async function tagNamed(name: string): Promise<Tag> {
  const found = (await send('GET', '/tags')).body.data.find((tag: Tag) => tag.name === name);
  assert.ok(found, `no tag ${name}`);
  return found;
}

describe('a tag is spelled once', () => {
  test('in other spellings, on records of any kind, in a batch and in a file, it is the first one', async () => {
    assert.deepEqual((await add('/clients', { name: 'A', tags: ['Größe', 'größe', 'new'] })).tags, [
      'Größe',
      'new',
    ]);
    assert.deepEqual((await add('/contacts', { name: 'B', tags: [' GRÖSSE '] })).tags, ['Größe']);
    const batch = await send('POST', '/clients/batch', {
      operations: [{ action: 'create', data: { name: 'C', tags: ['NEW', 'grosse'] } }],
    });
    assert.deepEqual(batch.body.data.outcomes[0].data.tags, ['new', 'Größe']);
    const imported = await app.call('POST', '/api/v2/clients/import', {
      as: team.member,
      body: 'Name,Tags\nD,"NeW, größe"\n',
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(imported.body.data.created, 1, JSON.stringify(imported.body));
    const [d] = (await send('GET', '/clients?filter[name]=D')).body.data;
    assert.deepEqual(d.tags, ['new', 'Größe']);
  });

  test('a filter finds it in any spelling', async () => {
    await add('/clients', { name: 'Filtered', tags: ['Filter me'] });
    for (const [filter, count] of [
      ['filter[tags]=FILTER ME', 1],
      ['filter[tags][in]=x,filter me', 1],
      ['filter[tags]=filter', 0],
      ['filter[name]=Filtered&filter[tags][ne]=filter ME', 0],
    ] as const) {
      assert.equal((await send('GET', `/clients?${filter}`)).body.data.length, count, filter);
    }
  });

  test('eight callers who give it first at the same time get one spelling', async () => {
    const spellings = ['race', 'Race', 'RACE', 'rAce', 'raCe', 'racE', 'RAce', 'raCE'];
    const made = await Promise.all(spellings.map((tag) => add('/clients', { name: tag, tags: [tag] })));
    assert.equal(new Set(made.map(({ tags }) => tags[0])).size, 1);
  });

  test('a refused record and a trial of a file leave no tag', async () => {
    await send('POST', '/clients', { name: '', tags: ['Refused'] });
    await app.call('POST', '/api/v2/clients/import?dry_run=true', {
      as: team.member,
      body: 'Name,Tags\nE,Tried\n',
      headers: { 'content-type': 'text/csv' },
    });
    const names = (await send('GET', '/tags')).body.data.map(({ name }: Tag) => name);
    assert.ok(!names.includes('Refused') && !names.includes('Tried'));
    assert.deepEqual((await add('/clients', { name: 'F', tags: ['TRIED'] })).tags, ['TRIED']);
  });
});

describe('the list of tags', () => {
  test('has the numbers of records by kind, for whoever reads, and those of one kind', async () => {
    await add('/clients', { name: 'One', tags: ['Counted'] });
    await add('/clients', { name: 'Two', tags: ['counted'] });
    await add('/contacts', { name: 'Three', tags: ['Counted'] });
    const { count, counts } = await tagNamed('Counted');
    assert.deepEqual([count, counts], [3, { client: 2, contact: 1 }]);
    const ofOne = (await send('GET', '/tags?resource=contact', undefined, team.viewer)).body.data;
    assert.equal(ofOne.find(({ name }: Tag) => name === 'Counted').count, 1);
    const refused = await send('GET', '/tags?resource=animal');
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, 'resource']);
    const { body } = await send('GET', '/tags', undefined, team.stranger);
    assert.deepEqual(body.data, []);
  });

  test('leaves out what no record has any more, and knows its colour when it comes again', async () => {
    const { uuid } = await add('/clients', { name: 'Once', tags: ['Gone'] });
    const tag = await tagNamed('Gone');
    await send('PATCH', `/tags/${tag.uuid}`, { color: 'teal' });
    await send('PATCH', `/clients/${uuid}`, { tags: [] });
    const names = (await send('GET', '/tags')).body.data.map(({ name }: Tag) => name);
    assert.ok(!names.includes('Gone'));
    await send('PATCH', `/clients/${uuid}`, { tags: ['gone'] });
    assert.equal((await tagNamed('Gone')).color, 'teal');
  });
});

describe('another name', () => {
  test('is written into all records as one change, which can be taken back', async () => {
    const client = await add('/clients', { name: 'Client', tags: ['Old name', 'other'] });
    const contact = await add('/contacts', { name: 'Contact', tags: ['old name'] });
    const tag = await tagNamed('Old name');
    await send('PATCH', `/tags/${tag.uuid}`, { color: 'red' });
    const renamed = await send('PATCH', `/tags/${tag.uuid}`, { name: 'New name' });
    assert.deepEqual(
      [renamed.status, renamed.body.data.name, renamed.body.data.color, renamed.body.data.count],
      [200, 'New name', 'red', 2],
      JSON.stringify(renamed.body),
    );
    assert.deepEqual(await tagsOf(`/clients/${client.uuid}`), ['New name', 'other']);
    const change = renamed.headers.get('x-change-uuid');
    const { body } = await send('GET', `/changes/${change}`);
    assert.deepEqual([body.data.counts.updated, body.data.resources], [2, ['client', 'contact']]);
    const undone = await send('POST', `/changes/${change}/undo`);
    assert.equal(undone.body.data.undone, 2, JSON.stringify(undone.body));
    assert.deepEqual(await tagsOf(`/clients/${client.uuid}`), ['Old name', 'other']);
    assert.deepEqual(await tagsOf(`/contacts/${contact.uuid}`), ['Old name']);
    assert.equal((await tagNamed('Old name')).color, 'red');
  });

  test('may be another spelling of the same, and one that no record has any more', async () => {
    const { uuid } = await add('/clients', { name: 'Spelled', tags: ['vip'] });
    const tag = await tagNamed('vip');
    const rename = (name: string) => send('PATCH', `/tags/${tag.uuid}`, { name });
    for (const name of ['VIP', 'Very important', 'Vip']) {
      assert.equal((await rename(name)).status, 200, name);
      assert.deepEqual(await tagsOf(`/clients/${uuid}`), [name]);
    }
  });

  test('that another tag has is refused with its uuid; merged, the records have one of the two', async () => {
    const both = await add('/clients', { name: 'Both', tags: ['Lead', 'Leads'] });
    const one = await add('/clients', { name: 'One', tags: ['Leads'] });
    const [into, from] = [await tagNamed('Lead'), await tagNamed('Leads')];
    const refused = await send('PATCH', `/tags/${from.uuid}`, { name: 'LEAD' });
    assert.deepEqual(
      [refused.status, refused.body.errors[0].code, refused.body.errors[0].uuid],
      [422, 'taken', into.uuid],
    );
    const merged = await send('POST', `/tags/${into.uuid}/merge`, { from_uuid: from.uuid });
    assert.deepEqual([merged.status, merged.body.data.count], [200, 2], JSON.stringify(merged.body));
    assert.deepEqual(await tagsOf(`/clients/${both.uuid}`), ['Lead']);
    assert.deepEqual(await tagsOf(`/clients/${one.uuid}`), ['Lead']);
    await send('POST', `/changes/${merged.headers.get('x-change-uuid')}/undo`);
    assert.deepEqual(await tagsOf(`/clients/${both.uuid}`), ['Lead', 'Leads']);
    assert.deepEqual(await tagsOf(`/clients/${one.uuid}`), ['Leads']);
  });

  test('is the name in views that filter by the tag, also in those of others', async () => {
    await add('/clients', { name: 'Viewed', tags: ['Seen, once', 'Second'] });
    const queries = [
      ['filter[tags]=seen, once&sort=name', 'filter%5Btags%5D=Watched&sort=name'],
      ['filter[tags][in]="Seen, once",Other', 'filter%5Btags%5D%5Bin%5D=Watched%2COther'],
      ['filter[tags][ne]=Second', 'filter[tags][ne]=Second'],
    ] as const;
    for (const [query] of queries) {
      const { status, body } = await send('POST', '/views', { resource: 'client', name: query, query });
      assert.equal(status, 201, JSON.stringify(body));
    }
    const { uuid } = await tagNamed('Seen, once');
    assert.equal((await send('PATCH', `/tags/${uuid}`, { name: 'Watched' }, team.owner)).status, 200);
    const views = (await send('GET', '/views?resource=client')).body.data;
    for (const [name, query] of queries) {
      const view = views.find((one: { name: string }) => one.name === name);
      assert.equal(new URLSearchParams(view.query).toString(), new URLSearchParams(query).toString());
      assert.equal(view.version, query === name ? 1 : 2, name);
    }
    const [view] = views.filter(({ name }: { name: string }) => name === queries[0][0]);
    assert.equal((await send('GET', `/clients?view=${view.uuid}`)).body.data[0].name, 'Viewed');
  });

  test('leaves views with an undo, and is in them again when the undo is taken back', async () => {
    await add('/clients', { name: 'Parted', tags: ['Cold'] });
    await add('/clients', { name: 'Meant', tags: ['Warm'] });
    const view = async (query: string) =>
      (await send('POST', '/views', { resource: 'client', name: query, query })).body.data;
    const cold = await view('filter[tags]=Cold');
    const both = await view('filter[tags][in]=Cold,Warm');
    const warm = await view('filter[tags]=Warm');
    const edited = await view('filter[tags]=Cold&sort=name');
    const undo = async (change: string) => {
      const undone = await send('POST', `/changes/${change}/undo`);
      assert.equal(undone.body.data.undone, 1, JSON.stringify(undone.body));
      return { change: undone.headers.get('x-change-uuid')!, kept: undone.body.data.kept };
    };
    const are = async (...expected: string[]) => {
      const queries = [cold, both, warm].map(async ({ uuid }) => {
        const { query } = (await send('GET', `/views/${uuid}`)).body.data;
        return [...new URLSearchParams(query).values()].join();
      });
      assert.deepEqual(await Promise.all(queries), expected);
    };
    const { uuid } = await tagNamed('Warm');
    const from_uuid = (await tagNamed('Cold')).uuid;
    const merged = await send('POST', `/tags/${uuid}/merge`, { from_uuid });
    await are('Warm', 'Warm', 'Warm');
    await send('PATCH', `/views/${edited.uuid}`, { query: 'filter[tags]=Warm&sort=-name' });
    const undone = await undo(merged.headers.get('x-change-uuid')!);
    await are('Cold', 'Cold,Warm', 'Warm');
    const reason = 'The view has changed since.';
    assert.deepEqual(undone.kept, [{ resource: 'view', uuid: edited.uuid, field: 'query', reason }]);
    const again = await undo(undone.change);
    await are('Warm', 'Warm', 'Warm');
    await undo(again.change);
    await are('Cold', 'Cold,Warm', 'Warm');
  });

  test('is written by a job where many records have the tag; nobody changes it meanwhile', async () => {
    for (const part of [0, 1]) {
      const operations = Array.from({ length: 150 }, (_, index) => ({
        action: 'create',
        data: { name: `Many ${part} ${index}`, tags: ['Many'] },
      }));
      await send('POST', '/clients/batch', { operations });
    }
    const tag = await tagNamed('Many');
    const renamed = await send('PATCH', `/tags/${tag.uuid}`, { name: 'Plenty' });
    assert.ok(renamed.body.data.job_uuid, JSON.stringify(renamed.body));
    const meanwhile = await send('PATCH', `/tags/${tag.uuid}`, { name: 'Lots' });
    assert.equal(meanwhile.status, 409);
    await until('the job to end', async () => (await tagNamed('Plenty')).job_uuid === null);
    assert.equal((await tagNamed('Plenty')).count, 300);
    const change = (await send('GET', `/changes/${renamed.headers.get('x-change-uuid')}`)).body.data;
    assert.equal(change.counts.updated, 300);
  });
});

describe('a tag is refused', () => {
  test('to a viewer with 403, and to others with 404', async () => {
    await add('/clients', { name: 'Guarded', tags: ['Guarded'] });
    const { uuid } = await tagNamed('Guarded');
    const patch = (as: TestUser) => send('PATCH', `/tags/${uuid}`, { name: 'Mine' }, as);
    assert.equal((await patch(team.viewer)).status, 403);
    assert.equal((await patch(team.stranger)).status, 404);
    const own = await send('POST', `/tags/${uuid}/merge`, { from_uuid: uuid });
    assert.deepEqual([own.status, own.body.errors[0].pointer], [422, '/from_uuid']);
  });

  for (const [body, pointer] of [
    [{ name: ' ' }, '/name'],
    [{ name: 'x'.repeat(51) }, '/name'],
    [{ name: 'turned \u202e round' }, '/name'],
    [{ color: 'mauve' }, '/color'],
    [{}, ''],
  ] as const)
    test(`with ${JSON.stringify(body).slice(0, 40)}`, async () => {
      await add('/clients', { name: 'Refused', tags: ['Refusing'] });
      const refused = await send('PATCH', `/tags/${(await tagNamed('Refusing')).uuid}`, body);
      assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, pointer]);
    });
});

test('a list of very many tags has the same numbers as one of few', async () => {
  const { data } = (await send('GET', '/tags')).body;
  const before = data.map(({ name, count, counts }: Tag) => [name, count, counts]);
  for (let from = 0; from < 250; from += 50) {
    const tags = Array.from({ length: 50 }, (_, index) => `~${String(from + index).padStart(3, '0')}`);
    await add('/clients', { name: `Of ${from}`, tags });
  }
  await add('/contacts', { name: 'One', tags: ['~001'] });
  const many = (await send('GET', '/tags')).body.data.map(({ name, count, counts }: Tag) => [
    name,
    count,
    counts,
  ]);
  const isNew = ([name]: [string]) => name.startsWith('~');
  assert.deepEqual(
    many.filter((tag: [string]) => !isNew(tag)),
    before,
  );
  assert.equal(many.filter(isNew).length, 250);
  assert.deepEqual(many.filter(isNew)[1], ['~001', 2, { client: 1, contact: 1 }]);
  const ofContacts = (await send('GET', '/tags?resource=contact')).body.data.filter((tag: Tag) =>
    isNew([tag.name]),
  );
  assert.deepEqual(
    ofContacts.map(({ name, count }: Tag) => [name, count]),
    [['~001', 1]],
  );
});

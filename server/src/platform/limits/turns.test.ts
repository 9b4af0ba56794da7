import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Turn, Turns } from './turns.ts';

const turnsOf = (limits: { at_work_max: number; line_max: number }) => {
  const turns = new Turns(limits);
  const order: string[] = [];
  const begin = async (key: string, name: string): Promise<Turn> => {
    const turn = await turns.begin(key);
    assert.ok(turn, `${name} was refused`);
    order.push(name);
    return turn;
  };
  return { turns, order, begin };
};

test('work above the limit waits in the order of arrival, without delaying other keys', async () => {
  const { order, begin } = turnsOf({ at_work_max: 1, line_max: 9 });
  const first = await begin('ada', 'first');
  const [second, third] = [begin('ada', 'second'), begin('ada', 'third')];
  await begin('grace', 'other');
  assert.deepEqual(order, ['first', 'other']);
  first.end();
  (await second).end();
  await third;
  assert.deepEqual(order, ['first', 'other', 'second', 'third']);
});

test('a full line refuses further work of its key only, until a place is free', async () => {
  const { turns, begin } = turnsOf({ at_work_max: 1, line_max: 1 });
  const first = await begin('ada', 'first');
  const second = begin('ada', 'second');
  assert.equal(await turns.begin('ada'), null);
  await begin('grace', 'other');
  first.end();
  await second;
  const third = begin('ada', 'third');
  assert.equal(await turns.begin('ada'), null);
  (await second).end();
  await third;
});

test('a turn ended twice frees one place', async () => {
  const { order, begin } = turnsOf({ at_work_max: 1, line_max: 9 });
  const first = await begin('ada', 'first');
  const second = begin('ada', 'second');
  first.end();
  first.end();
  await second;
  const third = begin('ada', 'third');
  await new Promise(setImmediate);
  assert.deepEqual(order, ['first', 'second']);
  (await second).end();
  await third;
});

test('work aside has its turn for single parts and again at its end, even when it fails', async () => {
  const { turns, order, begin } = turnsOf({ at_work_max: 1, line_max: 9 });
  const first = await begin('ada', 'first');
  const failing = first.aside(async (inTurn) => {
    const second = await begin('ada', 'second, while the first is aside');
    const part = inTurn(async () => order.push('a part of the first'));
    assert.equal(order.length, 2);
    second.end();
    await part;
    (await begin('ada', 'third, after the part')).end();
    throw new Error('failed');
  });
  await assert.rejects(failing, /failed/);
  assert.deepEqual(order.slice(1), [
    'second, while the first is aside',
    'a part of the first',
    'third, after the part',
  ]);
  const fourth = turns.begin('ada');
  first.end();
  assert.ok(await fourth);
});

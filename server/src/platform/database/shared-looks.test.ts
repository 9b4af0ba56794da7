import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedLooks } from './shared-looks.ts';

function looks() {
  const shared = new SharedLooks<number>();
  const begun: PromiseWithResolvers<number>[] = [];
  const look = (key: string) =>
    shared.look(key, () => {
      begun.push(Promise.withResolvers());
      return begun.at(-1)!.promise;
    });
  return { look, begun };
}

test('a call during a look-up shares the next one, which begins when the first has ended', async () => {
  const { look, begun } = looks();
  const first = look('a');
  const others = [look('a'), look('a')];
  const other = look('b');
  assert.equal(begun.length, 2);
  begun[0]!.resolve(1);
  assert.equal(await first, 1);
  assert.equal(begun.length, 3);
  begun[2]!.resolve(2);
  assert.deepEqual(await Promise.all(others), [2, 2]);
  begun[1]!.resolve(3);
  assert.equal(await other, 3);
});

test('a failed look-up fails all calls that share it, and the next call begins a new one', async () => {
  const { look, begun } = looks();
  const first = look('a');
  const second = look('a');
  begun[0]!.reject(new Error('lost'));
  await assert.rejects(first, /lost/);
  begun[1]!.resolve(2);
  assert.equal(await second, 2);
  const third = look('a');
  assert.equal(begun.length, 3);
  begun[2]!.resolve(3);
  assert.equal(await third, 3);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { TestApp } from '../../testing/test-app.ts';
import { endLeases, ownAllElsewhere } from '../../webhooks/testing/queue-states.ts';
import { withReceivers } from '../../webhooks/testing/with-receivers.ts';
import { Ownership } from './ownership.ts';

const log = pino({ level: 'silent' });

let app: TestApp;
withReceivers((given) => {
  ({ app } = given);
});

type Own = Ownership & { isBusy: boolean; losses: number };

function ownership(): Own {
  const state = { isBusy: false, losses: 0 };
  const own: Own = Object.assign(new Ownership({ db: app.db, log, onTakeOver: () => {} }), state);
  own.serve({
    isBusy: () => own.isBusy,
    onRenewed: () => {},
    onChange: (lost) => {
      if (lost) own.losses += 1;
    },
  });
  return own;
}

async function renewAll(...all: Own[]): Promise<void> {
  for (let round = 0; round < 4; round++) for (const own of all) await own.renew();
}

function counts(...all: Own[]): number[] {
  return all.map(({ shards }) => shards.length);
}

test('a worker alone owns all receivers, and three a third each, none of them twice', async () => {
  const [a, b, c] = [ownership(), ownership(), ownership()];
  await a.renew();
  assert.deepEqual(counts(a), [64]);
  await renewAll(a, b, c);
  assert.deepEqual(counts(a, b, c).sort(), [20, 22, 22]);
  assert.equal(new Set([a, b, c].flatMap(({ shards }) => shards)).size, 64);
});

test('what is under way is finished before its receivers are given to another worker', async () => {
  const [a, b] = [ownership(), ownership()];
  await a.renew();
  a.isBusy = true;
  await renewAll(a, b);
  assert.deepEqual(counts(a, b), [64, 0]);
  a.isBusy = false;
  await renewAll(a, b);
  assert.deepEqual(counts(a, b), [32, 32]);
});

test('a worker that leaves leaves all to the others', async () => {
  const [a, b] = [ownership(), ownership()];
  await renewAll(a, b);
  await a.leave();
  await b.renew();
  assert.deepEqual(counts(b), [64]);
});

test('a worker elsewhere that is not heard of keeps its receivers until its lease is over', async () => {
  await ownAllElsewhere(app);
  const own = ownership();
  await renewAll(own);
  assert.deepEqual(counts(own), [0]);
  await endLeases(app);
  await renewAll(own);
  assert.deepEqual(counts(own), [64]);
});

test('a worker whose lease was over and was taken over owns nothing any more, and begins anew', async () => {
  const [frozen, other] = [ownership(), ownership()];
  await renewAll(frozen);
  const before = frozen.worker_uuid;
  await endLeases(app);
  await renewAll(other);
  assert.deepEqual(counts(other), [64]);
  await frozen.renew();
  assert.equal(frozen.losses, 1);
  assert.notEqual(frozen.worker_uuid, before);
  assert.deepEqual(counts(frozen), [0]);
});

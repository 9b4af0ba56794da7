import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { feed } from './feed.ts';
import type { Answer, Transport } from './transport.ts';
import { waiting } from './waiting.ts';

const answerOf = (text: string): Answer => ({ text, json: JSON.parse(text) });
const NOTHING = answerOf('{"data":[],"next_cursor":"c"}');

/** Returns the pauses after an answer that took `duration_ms`. */
async function pausesAfter(
  answer: Answer,
  duration_ms: number,
  { timeout_ms = 30_000, wait_s = 20 } = {},
): Promise<number[]> {
  const pauses_ms: number[] = [];
  let now_ms = 0;
  const send: Transport = async ({ headers }) => {
    assert.equal(headers?.prefer, `wait=${wait_s}`);
    now_ms += duration_ms;
    return answer;
  };
  const clock = { now: () => now_ms, wait: async (pause_ms: number) => void pauses_ms.push(pause_ms) };
  const request = { method: 'GET', path: '/', repeat: 'always' } as const;
  assert.equal(await waiting(send, timeout_ms, clock)(request), answer);
  return pauses_ms;
}

describe('an answer that the service may delay', () => {
  it('is followed by a pause when it is empty and comes early', async () => {
    assert.deepEqual(await pausesAfter(NOTHING, 5), [2000]);
  });

  it('needs no pause when the service has waited', async () => {
    assert.deepEqual(await pausesAfter(NOTHING, 20_000), []);
  });

  it('needs no pause when it has items', async () => {
    assert.deepEqual(await pausesAfter(answerOf('{"data":[{}],"next_cursor":"c"}'), 5), []);
  });
});

describe('a time limit for one try', () => {
  for (const [timeout_ms, wait_s] of [
    [Number.POSITIVE_INFINITY, 20],
    [15_000, 10],
    [3_000, 2],
    [1_000, 0],
  ] as const) {
    it(`of ${timeout_ms} ms lets the service wait ${wait_s} s`, async () => {
      assert.deepEqual(
        await pausesAfter(NOTHING, wait_s * 1000 + 100, { timeout_ms, wait_s }),
        wait_s ? [] : [2000],
      );
    });
  }
});

it('the feed is asked again only after a pause when the service did not wait', async () => {
  let asked = 0;
  const send: Transport = async () => {
    asked += 1;
    return NOTHING;
  };
  const ended = new Error('ended');
  const pauses: number[] = [];
  const wait = async () => {
    if (pauses.push(asked) === 3) throw ended;
  };
  const events = feed(send, waiting(send, undefined, { now: () => 0, wait })).follow({ after: 'a' });
  await assert.rejects(events.next(), ended);
  assert.deepEqual(pauses, [1, 2, 3]);
});

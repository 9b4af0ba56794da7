import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { FailureLog } from './failure-log.ts';

type Line = {
  level: number;
  msg: string;
  failures?: number;
  err?: { message: string; code?: string; stack?: string };
};

/** A failure log, and the lines in it. The test moves the time. */
function failureLog(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'] });
  const lines: Line[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  return { lines, settling: new FailureLog(log, 'settle deliveries') };
}

const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const starting = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' });

test('an outage is logged at its beginning, each minute with the number of failures, and at its end', (t) => {
  const { lines, settling } = failureLog(t);
  settling.worked();
  for (let tried = 0; tried < 4 * 90; tried++) {
    settling.failed(refused());
    t.mock.timers.tick(250);
  }
  settling.failed(starting());
  settling.worked();
  settling.worked();
  assert.deepEqual(
    lines.map(({ level, msg, failures, err }) => [level, msg, failures, err?.code]),
    [
      [50, 'could not settle deliveries; trying again', 1, 'ECONNREFUSED'],
      [50, 'could not settle deliveries; trying again', 240, 'ECONNREFUSED'],
      [50, 'could not settle deliveries; trying again', 1, '57P03'],
      [30, 'can settle deliveries again', undefined, undefined],
    ],
  );
});

test('an outage that comes and goes is logged as rarely', (t) => {
  const { lines, settling } = failureLog(t);
  for (let tried = 0; tried < 10; tried++) {
    settling.failed(refused());
    settling.worked();
    t.mock.timers.tick(1_000);
  }
  assert.equal(lines.length, 2);
  t.mock.timers.tick(60_000);
  settling.failed(refused());
  assert.equal(lines.length, 3);
});

test('an outage soon after another is logged with its own beginning, number and end', (t) => {
  const { lines, settling } = failureLog(t);
  settling.failed(refused());
  settling.worked();
  for (let tried = 0; tried < 20; tried++) {
    t.mock.timers.tick(500);
    settling.failed(refused());
  }
  settling.worked();
  t.mock.timers.tick(600_000);
  settling.failed(refused());
  assert.deepEqual(
    lines.map(({ msg, failures }) => [msg.split(' ')[0], failures]),
    [
      ['could', 1],
      ['can', undefined],
      ['could', 11],
      ['can', undefined],
      ['could', 1],
    ],
  );
});

test('a lost connection is logged without a stack, and an error of ours at once with it', (t) => {
  const { lines, settling } = failureLog(t);
  settling.failed(refused());
  settling.failed(new TypeError('x is not a function'));
  // Node makes such an error when it has tried several addresses.
  settling.failed(Object.assign(new AggregateError([refused()]), { code: 'ETIMEDOUT' }));
  assert.deepEqual(
    lines.map(({ err }) => [err?.message, err?.stack === '']),
    [
      ['connect ECONNREFUSED 127.0.0.1:5432', true],
      ['x is not a function', false],
      ['ETIMEDOUT', true],
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { Jobs } from './jobs.ts';

test('a stop waits for background work, and for further work that it begins', async () => {
  const jobs = new Jobs(pino({ level: 'silent' }));
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  jobs.start('do the first', async () => {
    await gate.promise;
    jobs.start('do the second', async () => {
      // The second job begins later, so that waiting for the first alone would miss it.
      await new Promise(setImmediate);
      done.push('second');
    });
    done.push('first');
  });
  const finished = jobs.finished().then(() => done.push('finished'));
  assert.deepEqual(done, []);
  gate.resolve();
  await finished;
  assert.deepEqual(done, ['first', 'second', 'finished']);
});

test('a failure is logged, and stops neither other work nor the process', async () => {
  const lines: string[] = [];
  const jobs = new Jobs(pino({}, { write: (line: string) => void lines.push(line) }));
  jobs.start('mail a thing', async () => {
    throw new Error('out of stamps');
  });
  await jobs.finished();
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /could not mail a thing/);
  assert.match(lines[0]!, /out of stamps/);
});

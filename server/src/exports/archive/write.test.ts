import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillAccount } from '../../testing/fill-account.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { writeArchive } from './write.ts';

let app: TestApp;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  const ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada);
  await fillAccount(app, ada);
});
after(() => app.close());

const wanted = () => ({ account_uuid, events: true, user_uuid: null });

test('a writer that is stopped ends with the reason, and leaves no transaction open', async () => {
  for (const at of [1, 2, 5, 20]) {
    const stop = new AbortController();
    let writes = 0;
    const sink = {
      write: async () => {
        if (++writes === at) stop.abort(new Error('stopped'));
      },
      progress: () => {},
    };
    await assert.rejects(writeArchive(app, wanted(), sink, stop.signal), { message: 'stopped' });
  }
});

test('a reader that cannot go on, and a sink that takes no more, end the writer with their errors', async () => {
  const full = {
    write: async () => {
      throw new Error('the disk is full');
    },
    progress: () => {},
  };
  await assert.rejects(writeArchive(app, wanted(), full, new AbortController().signal), {
    message: 'the disk is full',
  });
  const lost = {
    write: async () => {},
    progress: () => {
      throw new Error('the database is gone');
    },
  };
  await assert.rejects(writeArchive(app, wanted(), lost, new AbortController().signal), {
    message: 'the database is gone',
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xhrFetch } from './xhr-fetch.ts';

test('an upload that was given up before it began is rejected with the reason, and nothing is opened', async () => {
  // Opening something fails here otherwise: Node has no XMLHttpRequest.
  const reason = new Error('left the page');
  const upload = xhrFetch(() => {})('http://127.0.0.1:9/', { signal: AbortSignal.abort(reason) });
  await assert.rejects(upload, reason);
});

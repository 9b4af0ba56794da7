import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xhrFetch } from './xhr-fetch.ts';

test('an upload that is aborted before it begins rejects with the reason and sends nothing', async () => {
  // Node has no XMLHttpRequest, so the test would fail if the code opened one.
  const reason = new Error('left the page');
  const upload = xhrFetch(() => {})('http://127.0.0.1:9/', { signal: AbortSignal.abort(reason) });
  await assert.rejects(upload, reason);
});

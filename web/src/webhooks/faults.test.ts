import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhooks as texts } from '../texts/webhooks.ts';
import { rangeFault } from './range-fault.ts';
import { urlDoubt, urlFault } from './url-fault.ts';

const NOW_MS = Date.parse('2026-11-25T12:00:00Z');

test('a range of deliveries needs a start that is past and still in the log', () => {
  const fault = (since: string, until = '') => rangeFault({ since, until }, NOW_MS);
  assert.equal(fault('')?.text, texts.recoverNoSince);
  assert.equal(fault('2026-11-27T00:00')?.text, texts.recoverFuture);
  assert.equal(fault('2026-10-01T00:00')?.text, texts.recoverTooFar);
  assert.equal(fault('2026-11-23T00:00'), null);
});

test('a range ends after its start, at the field that is wrong', () => {
  const fault = rangeFault({ since: '2026-11-23T10:00', until: '2026-11-23T10:00' }, NOW_MS);
  assert.deepEqual(fault, { field: 'until', text: texts.recoverOrder });
});

test('an address of a webhook is a web address without a user name', () => {
  assert.equal(urlFault(''), null);
  assert.equal(urlFault('https://hooks.example.com/rapport'), null);
  assert.equal(urlFault('ftp://example.com'), texts.urlInvalid);
  assert.equal(urlFault('hooks.example.com'), texts.urlInvalid);
  assert.equal(urlFault('https://ada:secret@example.com'), texts.urlUser);
});

test('an address without TLS is doubted, but not one on this machine', () => {
  assert.equal(urlDoubt('http://hooks.example.com'), texts.urlHttps);
  // No fault: the service decides, because it knows the settings.
  assert.equal(urlFault('http://hooks.example.com'), null);
  assert.equal(urlDoubt('http://localhost:4000'), null);
  assert.equal(urlDoubt('https://hooks.example.com'), null);
});

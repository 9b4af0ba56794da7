import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayBrowser } from './say-browser.ts';

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1';

test('a browser is named with its system', () => {
  assert.equal(sayBrowser(LINUX), 'Firefox on Linux');
  assert.equal(sayBrowser(CHROME), 'Chrome on Windows');
});

test('a browser that names others too is not taken for one of them', () => {
  assert.equal(sayBrowser(`${CHROME} Edg/140.0`), 'Edge on Windows');
  assert.equal(sayBrowser(`${CHROME} OPR/120.0`), 'Opera on Windows');
  assert.equal(sayBrowser(IPHONE), 'Safari on iPhone');
});

test('an unknown program is shown by the beginning of what it says', () => {
  assert.equal(sayBrowser('curl/8.5.0'), 'curl/8.5.0');
  assert.equal(sayBrowser('x'.repeat(300)).length, 60);
});

test('a session without a name of its browser says so', () => {
  assert.notEqual(sayBrowser(null), '');
});

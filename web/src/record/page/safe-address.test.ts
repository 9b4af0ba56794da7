import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeAddress } from './safe-address.ts';

test('a text links to pages, mailboxes and phones, also below this page', () => {
  for (const address of [
    'https://a.example/x:y',
    'HTTP://a.example',
    'mailto:a@b.example',
    'tel:+44123',
    '/clients?q=a:b',
    'notes',
    '#part:2',
    './a:b',
  ])
    assert.equal(safeAddress(address), address);
});

test('an address that begins with www. leads to a page elsewhere', () => {
  assert.equal(safeAddress('www.example.com/a?b=c'), 'https://www.example.com/a?b=c');
  assert.equal(safeAddress('WWW.example.com'), 'https://WWW.example.com');
  assert.equal(safeAddress('www'), 'www');
});

test('a text does not link to files, to what is in memory, or to scripts', () => {
  for (const address of [
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'FILE:c:/x',
    ' fi\tle:///etc',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'smb://host/share',
  ])
    assert.equal(safeAddress(address), null, address);
});

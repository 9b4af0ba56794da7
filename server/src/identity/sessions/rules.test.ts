import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localPath } from './rules.ts';

const base = 'https://crm.example.com';

test('a path of ours is kept for after the sign-in', () => {
  assert.equal(
    localPath(base, '/oauth/authorize?state=a%2Fb&scope=*'),
    '/oauth/authorize?state=a%2Fb&scope=*',
  );
  assert.equal(localPath(base, '/'), '/');
});

test('an address that leads to another host is refused', () => {
  const hostile = [
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil',
    'evil',
    '/\t/evil.example',
  ];
  hostile.push(
    'javascript:alert(1)',
    ' //evil.example',
    '/\n/evil.example',
    '/a/..//evil.example',
    '/%2f/evil.example',
  );
  for (const path of hostile) {
    const target = localPath(base, path);
    assert.ok(target === null || new URL(target, base).origin === base, path);
  }
  assert.equal(localPath(base, undefined), null);
});

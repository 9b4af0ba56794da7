import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import { PAGE_ADDRESSES } from './page-addresses.ts';

const router = readFileSync(join(import.meta.dirname, '../../web/src/router.tsx'), 'utf8');

/** The addresses in the router, made with one of its functions. */
function routed(...makers: string[]): string[] {
  const calls = new RegExp(`\\b(?:${makers.join('|')})\\(\\s*'(/[^']*)'`, 'g');
  return [...router.matchAll(calls)].map(([, path]) => path!);
}

function answers(addresses: string[], path: string): boolean {
  return addresses.some((address) =>
    address.endsWith('/*') ? path.startsWith(address.slice(0, -1)) : address === path,
  );
}

test('the service answers the address of every page for signed-in Users with the pages', () => {
  const paths = routed('inShell', 'kind');
  assert.ok(paths.length > 20);
  assert.deepEqual(
    paths.filter((path) => !answers(PAGE_ADDRESSES.inside, path)),
    [],
  );
});

test('no kind of record has the address of another page', () => {
  const others = routed('inShell', 'outside');
  const taken = RECORDS.map(({ path }) => path.replace('/api/v2', '')).filter((path) =>
    others.includes(path),
  );
  assert.deepEqual(taken, [], 'Give the kind another `plural`, such as field_reports for a report.');
});

test('the service answers the address of every page for people who are not signed in', () => {
  assert.deepEqual(routed('outside').toSorted(), PAGE_ADDRESSES.outside.toSorted());
});

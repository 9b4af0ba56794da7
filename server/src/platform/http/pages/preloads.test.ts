import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preloads } from './preloads.ts';

const NEEDS = [
  {
    address: '/clients',
    scripts: ['/assets/list.js'],
    styles: [],
    answers: [],
    list: '/api/v2/clients?limit=200',
  },
  {
    address: '/clients/*',
    scripts: [],
    styles: ['/assets/record.css'],
    answers: ['/api/v2/clients/*', '/api/v2/me'],
  },
];

const UUID = '01a0b36c-9e52-7d08-a4c7-17f2e6b09d35';

/** The addresses of the preload links. */
function asked(url: string): string[] {
  return [...preloads(NEEDS, url).matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
}

test('a list is requested with the filters and order of the page address, as the page itself requests it', () => {
  assert.deepEqual(asked('/clients?sort=name&filter[status]=lead&q=&columns=a'), [
    '/assets/list.js',
    '/api/v2/clients?filter%5Bstatus%5D=lead&amp;sort=name&amp;limit=200',
  ]);
});

test('a record is requested by the uuid of its page, with the styles of that page', () => {
  assert.deepEqual(asked(`/clients/${UUID}`), [
    '/assets/record.css',
    `/api/v2/clients/${UUID}`,
    '/api/v2/me',
  ]);
});

test('an address without a page needs nothing, and no address can inject markup', () => {
  assert.deepEqual(asked('/elsewhere'), []);
  assert.deepEqual(asked('/clients/import'), []);
  assert.deepEqual(asked('/clients/%22%3E%3Cscript%3E'), []);
  const links = preloads(NEEDS, '/clients?q="><script>alert(1)</script>');
  assert.doesNotMatch(links, /<script/);
});

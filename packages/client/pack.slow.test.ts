import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { findNode, installPacked, NODE_MAJORS } from '../../scripts/testing/packed-package.ts';

const scratch = installPacked('client');
after(() => rmSync(scratch.folder, { recursive: true }));

/** A program that uses every export, with a `fetch` that answers without a service. */
const USE = `
  (async () => {
    const { connect } = await load('@rapport/client');
    const { ApiError } = await load('@rapport/client/errors');
    const { List } = await load('@rapport/client/list');
    const { memoryStore, oauthClient } = await load('@rapport/client/oauth');
    const answers = [
      Response.json({ data: [{ name: 'a' }], next_cursor: 'c' }),
      Response.json({ code: 'rate_limited', detail: 'Slower.' }, { status: 429, headers: { 'retry-after': '0' } }),
      Response.json({ data: [{ name: 'b' }], next_cursor: null }),
      Response.json({ code: 'not_found', detail: 'It is not there.' }, { status: 404 }),
    ];
    const baseUrl = 'https://crm.example.com';
    const rapport = connect({ baseUrl, token: 'any', fetch: async () => answers.shift() });
    const list = rapport.clients.list();
    const names = (await list.toArray()).map(({ name }) => name);
    const error = await rapport.me().catch((error) => error);
    const oauth = oauthClient({ baseUrl, client_id: 'id', client_secret: 's', redirect_uri: 'https://a.example/' });
    const { url } = await oauth.authorize();
    const refused = await oauth.session(memoryStore()).accessToken().catch(({ error }) => error);
    console.log(list instanceof List, names.join(), error instanceof ApiError, error.code, new URL(url).pathname, refused);
  })();`;
const TYPED = `
  import { connect, type Rapport } from '@rapport/client';
  import type { ApiError } from '@rapport/client/errors';
  import { oauthClient } from '@rapport/client/oauth';
  import type { Client, Event } from '@rapport/client/resources';
  const oauth = oauthClient({ baseUrl: 'a', client_id: 'b', client_secret: 'c', redirect_uri: 'd' });
  const rapport: Rapport = connect({ baseUrl: 'a', token: oauth.session({ load: () => null, save: () => {} }).accessToken });
  const code: ApiError['code'] = 'not_found';
  export const create = (): Promise<Client> => rapport.clients.create({ name: 'x', status: 'lead' });
  // @ts-expect-error: there is no such status
  rapport.clients.create({ name: code, status: 'someday' });
  // @ts-expect-error: a list is sorted by its fields only
  rapport.clients.list({ sort: '-nothing' });
  // @ts-expect-error: that list has no pages
  rapport.webhookSubscriptions.list({ limit: 5 });
  export const role = (event: Event) => (event.event === 'login.created' ? event.data.role : null);`;

scratch.write('use.mjs', `const load = (name) => import(name);${USE}`);
scratch.write('use.cjs', `const load = require;${USE}`);
for (const file of ['typed.mts', 'typed.cts']) scratch.write(file, TYPED);

describe('the packed package, in a folder of its own', () => {
  for (const major of NODE_MAJORS) {
    const node = findNode(major);
    for (const [file, kind] of [
      ['use.mjs', 'ES modules'],
      ['use.cjs', 'CommonJS'],
    ] as const) {
      it(`works with ${kind} under Node ${major}`, {
        skip: !node && `Node ${major} is not installed`,
      }, () => {
        const printed = scratch.run(node as string, [file]);
        assert.equal(printed, 'true a,b true not_found /oauth/authorize not_connected\n');
      });
    }
  }

  it('has types for both kinds of modules', () => {
    scratch.checkTypes('typed.mts', 'typed.cts');
  });
});

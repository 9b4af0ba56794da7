import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodiesOf, feed } from './feed.ts';
import type { Transport } from './transport.ts';

describe('the bodies of a page', () => {
  const pages: [string, string[]][] = [
    ['nothing', []],
    ['objects in objects', ['{"a":{"b":[1,{"c":2}]}}', '{}']],
    ['brackets and quotes in strings', ['{"a":"]}\\"[{","}":"\\\\"}', '{"b":"\\u005d"}']],
    ['white space and numbers as they were written', ['{ "a" : 1.0e2,\t"b":-0 }']],
  ];
  for (const [name, bodies] of pages) {
    it(`are found in spite of ${name}`, () => {
      assert.deepEqual(bodiesOf(`{"data":[${bodies.join(',')}],"next_cursor":"x"}`), bodies);
    });
  }
});

describe('a cursor that the service no longer knows', () => {
  const text = '{"data":[{}],"next_cursor":"c","resumed_from":"2026-11-20T08:20:00.000+00:00"}';
  const send: Transport = async ({ query }) => {
    assert.ok(!query?.toString().includes('onResumed'));
    return { text, json: JSON.parse(text) };
  };
  const read = async (name: 'list' | 'follow') => {
    const told: string[] = [];
    const query = { after: 'a', onResumed: (from: string) => void told.push(from) };
    for await (const _ of feed(send, send)[name](query)) break;
    return told;
  };
  for (const name of ['list', 'follow'] as const) {
    it(`is reported by ${name}`, async () => {
      assert.deepEqual(await read(name), ['2026-11-20T08:20:00.000+00:00']);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodiesOf } from './feed.ts';

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

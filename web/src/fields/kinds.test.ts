import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLineOf } from './kinds.ts';

test('a Note is named by its first line as people read it', () => {
  assert.equal(firstLineOf('\n## **Terms:** 30 days _net_\nMore'), 'Terms: 30 days net');
  assert.equal(firstLineOf('- write to grace_hopper@example.com'), 'write to grace_hopper@example.com');
});

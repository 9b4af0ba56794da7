import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnLines, placeToSee, shiftOf, sightOf } from './lines-in-sight.ts';

test('a list at its top is drawn from its first line to twelve below the last in sight', () => {
  const sight = sightOf(0, 370, 37);
  assert.deepEqual(sight, { top: 0, room: 10 });
  assert.deepEqual(drawnLines(sight, 1_000), { first: 0, end: 23 });
});

test('twelve lines above those in sight are drawn too', () => {
  assert.deepEqual(drawnLines(sightOf(3_700, 370, 37), 1_000), { first: 88, end: 123 });
});

test('a line of which a part is in sight counts', () => {
  assert.equal(sightOf(73, 370, 37).top, 1);
  assert.equal(sightOf(0, 371, 37).room, 11);
});

test('the end of a list is the end of its lines', () => {
  assert.deepEqual(drawnLines(sightOf(36_630, 370, 37), 1_000), { first: 978, end: 1_000 });
});

test('a list that became shorter shows its last lines, not none', () => {
  assert.deepEqual(drawnLines(sightOf(36_630, 370, 37), 40), { first: 18, end: 40 });
  assert.deepEqual(drawnLines(sightOf(36_630, 370, 37), 3), { first: 0, end: 3 });
  assert.deepEqual(drawnLines(sightOf(36_630, 370, 37), 0), { first: 0, end: 0 });
});

test('a bounce above the top draws the first lines', () => {
  assert.equal(sightOf(-80, 370, 37).top, 0);
});

test('a line in sight needs no scrolling', () => {
  assert.equal(placeToSee(12, 37, 400, 370), 400);
});

test('a line above is scrolled to its upper edge, a line below to its lower edge', () => {
  assert.equal(placeToSee(2, 37, 400, 370), 74);
  assert.equal(placeToSee(30, 37, 400, 370), 31 * 37 - 370);
});

test('a line in sight is found where others have moved it, also when the first one is gone', () => {
  assert.equal(shiftOf(['c', 'd'], ['new', 'a', 'b', 'c', 'd']), 3);
  assert.equal(shiftOf(['c', 'd'], ['a', 'b', 'd', 'e']), 1);
  assert.equal(shiftOf(['c', 'd'], ['a']), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { ifMatch, noneMatchNames, versionMismatch } from './etag.ts';

const read = (header?: string) => ifMatch({ headers: { 'if-match': header } } as FastifyRequest);

test('without If-Match, and with *, every version matches', () => {
  assert.equal(read(), null);
  assert.equal(read('*'), null);
  assert.equal(read(' * '), null);
});

test('If-Match may have one version or several', () => {
  assert.deepEqual(read('"3"'), [3]);
  assert.deepEqual(read('"3", "4","5"'), [3, 4, 5]);
});

test('a weak tag matches no version, so the answer is 412 with advice', () => {
  const expected = read('W/"3"') as number[];
  const refusal = versionMismatch(3, expected);
  assert.equal(refusal?.code, 'version_mismatch');
  assert.match(
    refusal?.detail ?? '',
    /weak ETag.* needs the strong form\..* send If-Match: "3", without W\//,
  );
});

for (const header of ['3', '"three"', '', '"3" "4"', '"3",', '"-1"', '"12345678901"', "'3'"]) {
  test(`If-Match: ${header || '(empty)'} is refused with advice`, () => {
    const refusal = read(header);
    assert.ok(refusal instanceof Problem);
    assert.equal(refusal.code, 'header_invalid');
    assert.match(refusal.detail, /Send the ETag of the record .* such as "3"/);
  });
}

test('a record at another version is refused with its present one', () => {
  const refusal = versionMismatch(7, [5, 6]);
  assert.equal(refusal?.code, 'version_mismatch');
  assert.deepEqual(refusal?.headers, { etag: '"7"' });
  assert.match(refusal?.detail ?? '', /now at version 7/);
  assert.equal(versionMismatch(7, [6, 7]), null);
  assert.equal(versionMismatch(7, null), null);
});

for (const header of ['"3"', 'W/"3"', ' * ', '"2", "3"', '"2",W/"3"', ',"2" , ,"3",', '"a,b","3"']) {
  test(`If-None-Match: ${header} matches version 3, and version 4 only by *`, () => {
    assert.ok(noneMatchNames(header, '"3"') && noneMatchNames(header, 'W/"3"'));
    assert.equal(noneMatchNames(header, '"4"'), header.includes('*'));
  });
}

for (const header of [
  '',
  '3',
  '"3',
  "'3'",
  'w/"3"',
  '"3" "3"',
  '"3", 3',
  '*, "3"',
  '"3"x',
  '"a, "3"", "3"',
]) {
  test(`If-None-Match: ${header || '(empty)'} is not a list of tags, so it matches nothing`, () => {
    assert.ok(!noneMatchNames(header, '"3"'));
  });
}

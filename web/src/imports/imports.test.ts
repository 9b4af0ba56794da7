import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Import } from '@rapport/contract/imports';
import { planFor } from './imports.ts';

/** A draft of files, each from a system and of a kind. */
function draftOf(...files: [preset: string | null, resource: string | null][]) {
  return {
    files: files.map(([preset]) => ({ preset })),
    plan: { files: files.map(([, resource]) => ({ resource })) },
  } as Pick<Import, 'files' | 'plan'>;
}

const kindsFor = (draft: ReturnType<typeof draftOf>, resource: string | undefined) =>
  planFor(draft, resource)?.files.map((file) => file.resource) ?? null;

test('a file of no known system has the rows of the list from which it was sent', () => {
  assert.deepEqual(kindsFor(draftOf([null, 'deal']), 'client'), ['client']);
  assert.deepEqual(kindsFor(draftOf([null, null]), 'client'), ['client']);
  assert.equal(kindsFor(draftOf([null, 'client']), 'client'), null);
  assert.equal(kindsFor(draftOf([null, 'deal']), undefined), null);
});

test('a file of a known system, or one of several, keeps the kind that it says', () => {
  assert.equal(kindsFor(draftOf(['hubspot', 'deal']), 'client'), null);
  assert.deepEqual(kindsFor(draftOf([null, 'contact'], [null, null]), 'client'), ['contact', 'client']);
});

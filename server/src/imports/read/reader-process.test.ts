import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../platform/problem.ts';
import { fileOf } from '../../platform/sheets/testing/files.ts';
import { formOf } from '../../testing/broken-forms.ts';
import { readForm } from './reader-process.ts';

const USER = { begin: async () => ({ declared: [] }), keep: async () => {} };

test('a reader that takes longer than its file may is ended, and the file is named', async () => {
  const rows = `Name\n${'Zeiss\n'.repeat(500_000)}`;
  const form = await sentForm('firms.csv', rows);
  const read = await readForm(form, USER, new AbortController().signal, 1);
  assert.ok(read instanceof Problem);
  assert.match(read.detail, /cannot be read: it takes longer than/);
});

test('a reader ends with its request, also while nobody takes what it read', async () => {
  const form = await sentForm('firms.csv', `Name\n${'Zeiss\n'.repeat(2_000)}`);
  const request = new AbortController();
  const keep = async () => {
    request.abort();
    await new Promise(() => {});
  };
  const read = await readForm(form, { ...USER, keep }, request.signal);
  assert.ok(read instanceof Problem);
  assert.equal(read.code, 'unavailable');
});

test('an error while rows are kept is thrown, and no refusal', async () => {
  const form = await sentForm('firms.csv', 'Name\nZeiss\n');
  const keep = () => Promise.reject(new Error('the database is away'));
  await assert.rejects(readForm(form, { ...USER, keep }, new AbortController().signal), /database is away/);
});

async function sentForm(name: string, text: string) {
  const { type: content_type, body } = formOf([{ name: 'file', file: name, text }]);
  return { file: await fileOf(body), size_bytes: body.length, content_type };
}

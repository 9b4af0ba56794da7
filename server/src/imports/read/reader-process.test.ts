import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Problem } from '../../platform/problem.ts';
import { fileOf } from '../../platform/sheets/testing/files.ts';
import { formOf } from '../../testing/broken-forms.ts';
import { readForm } from './reader-process.ts';

const USER = { begin: async () => ({ declared: [] }), keep: async () => {}, forget: async () => {} };

test('a reader that takes longer than its file may is ended, and the file is named', async () => {
  const rows = `Name\n${'Zeiss\n'.repeat(500_000)}`;
  const form = await sentForm('firms.csv', rows);
  const read = await readForm(form, USER, new AbortController().signal, 1);
  assert.ok(read instanceof Problem);
  assert.match(read.detail, /cannot be read: it takes longer than/);
});

test('a file that ends its reader is left out and named, and the others of its form are read', async () => {
  const kept: { file: number; row_count: number }[] = [];
  const user = {
    ...USER,
    keep: async (chunk: { file: number; row_count: number }) => {
      if (chunk.file === 0) await killReaders();
      kept.push(chunk);
    },
    forget: async () => void kept.splice(0),
  };
  const form = await sentForm('deadly.csv', 'Name\nZeiss\n', [
    { name: 'file', file: 'firms.csv', text: 'Name\nZeiss\n' },
  ]);
  const read = await readForm(form, user, new AbortController().signal);
  assert.ok(!(read instanceof Problem));
  assert.deepEqual(
    read.map(({ name, rows }) => [name, rows]),
    [
      ['deadly.csv', 0],
      ['firms.csv', 1],
    ],
  );
  assert.match(read[0]!.fault ?? '', /"deadly\.csv" cannot be read: it takes more memory than a list does/);
  assert.deepEqual(
    kept.map(({ file, row_count }) => [file, row_count]),
    [[1, 1]],
  );
});

test('what is said of a file with many columns and words arrives whole', async () => {
  const line = (word: string) =>
    Array.from({ length: 400 }, (_, at) => `${word} ${at}`.padEnd(90, '.')).join();
  const rows = Array.from({ length: 90 }, (_, at) => line(`word ${at}`));
  const form = await sentForm('wide.csv', [line('column'), ...rows].join('\n'));
  const read = await readForm(form, USER, new AbortController().signal);
  assert.ok(!(read instanceof Problem), JSON.stringify(read));
  assert.deepEqual(
    [read[0]!.rows, read[0]!.columns.length, read[0]!.columns[399]!.words?.length],
    [90, 400, 90],
  );
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

async function sentForm(name: string, text: string, others: Parameters<typeof formOf>[0] = []) {
  const { type: content_type, body } = formOf([{ name: 'file', file: name, text }, ...others]);
  return { file: await fileOf(body), size_bytes: body.length, content_type };
}

/** Ends the readers of this process from outside, as a system does that is short of memory. */
async function killReaders() {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) process.kill(Number(pid), 'SIGKILL');
}

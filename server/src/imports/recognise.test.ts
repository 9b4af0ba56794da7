import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../platform/problem.ts';
import { sheetsOf } from '../platform/sheets/sheets.ts';
import { fileOf } from '../platform/sheets/testing/files.ts';
import { recognise } from './recognise.ts';
import { businessOf } from './testing/business.ts';
import { SOURCES } from './testing/sources.ts';

const KINDS: Record<string, string[]> = {
  google: ['contact'],
  google_old: ['contact'],
  outlook: ['contact'],
  vcard: ['contact'],
  twenty: ['client', 'contact', 'deal', 'task'],
  espocrm: ['client', 'contact', 'deal', 'task'],
};

describe('a set of files of each exporter', () => {
  for (const [name, source] of Object.entries(SOURCES)) {
    test(`is recognised without mapping by hand: ${name}`, async () => {
      const kinds: (string | null)[] = [];
      for (const [file, content] of Object.entries(await source(businessOf()))) {
        const header = await headerOf(file, content);
        const { preset, kind, columns } = recognise(header, file);
        assert.equal(preset, name.split(' ')[0], file);
        kinds.push(kind);
        const unknown = columns.filter(({ to }) => to === undefined).map(({ column }) => column);
        const fine = ['Person - Marketing status', 'Organization Department', 'Organization 1 - Type'];
        assert.deepEqual(
          unknown.filter((column) => !fine.includes(column)),
          [],
          `${file}: unknown columns`,
        );
      }
      assert.deepEqual(kinds, KINDS[name.split(' ')[0]!] ?? ['client', 'contact', 'deal', 'task', 'note']);
    });
  }
});

describe('a file of nobody in particular', () => {
  for (const [file, header, kind] of [
    ['kunden.csv', ['Firma', 'Straße', 'PLZ', 'Ort', 'Telefon', 'E-Mail'], 'client'],
    ['kontakte.csv', ['Vorname', 'Nachname', 'E-Mail', 'Firma'], 'contact'],
    ['list.csv', ['Titre', 'Montant', 'Étape'], 'deal'],
    ['todo.csv', ['Task', 'Due date', 'Assigned to'], 'task'],
    ['notes.csv', ['Text', 'Client'], 'note'],
    ['clients.csv', ['name', 'kind', 'email', 'external_id'], 'client'],
  ] as const) {
    test(`is taken for ${kind}s: ${header.join(', ')}`, () => {
      const { preset, kind: found, columns } = recognise([...header], file);
      assert.deepEqual([preset, found], [null, kind]);
      assert.deepEqual(
        columns.filter(({ to }) => to === undefined),
        [],
      );
    });
  }

  test('keeps its unknown columns unknown, so that somebody decides', () => {
    const { columns } = recognise(['Name', 'Shoe size'], 'people.csv');
    assert.deepEqual(
      columns.map(({ to }) => to),
      ['name', undefined],
    );
  });
});

async function headerOf(name: string, content: string | Buffer): Promise<string[]> {
  const sheets = await sheetsOf({ name, file: await fileOf(content) });
  assert.ok(!(sheets instanceof Problem), String((sheets as Problem).detail));
  for await (const row of sheets[0]!.rows()) {
    if (row instanceof Problem) assert.fail(row.detail);
    return row.cells;
  }
  return [];
}

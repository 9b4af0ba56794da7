import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LINES_PATTERN, NAME_PATTERN } from '@rapport/contract/fields';
import type { ClientFields } from '@rapport/contract/records/clients';
import { CLIENT_KINDS, CLIENT_STATUSES } from '@rapport/contract/records/clients';
import { trimmed, withoutUnseen } from '@rapport/contract/unseen';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('any table of valid clients, written as CSV in any style, comes back equal', async () => {
  await fc.assert(
    fc.asyncProperty(table, style, async (clients, style) => {
      const owner = await app.addUser();
      await app.addAccount(owner);
      const headers = { 'content-type': 'text/csv' };
      const answer = await app.call('POST', '/api/v2/clients/import', {
        as: owner,
        body: write(clients, style),
        headers,
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual([answer.body.data.created, answer.body.data.failures], [clients.length, []]);
      const { body } = await app.call('GET', '/api/v2/clients?limit=200', { as: owner });
      for (const client of clients) {
        const kept = body.data.find((kept: ClientFields) => kept.external_id === client.external_id);
        assert.deepEqual(
          Object.fromEntries(Object.keys(client).map((field) => [field, kept[field]])),
          client,
        );
      }
    }),
    { numRuns: 30 },
  );
});

/**
 * Text with all that is hard in CSV. It is never empty, because an empty cell says nothing. It has
 * no character that no text may have.
 */
const text = fc
  .string({
    unit: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(' ', '"', ',', ';', '\t', '\n', '\r', "'", '\\', '\ufeff') },
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    ),
    minLength: 1,
    maxLength: 15,
  })
  .map((text) => text.normalize())
  .filter((text) => new RegExp(LINES_PATTERN, 'u').test(text));
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
/** Text as it is kept: without space around it, and not empty. */
const tidied = text.map(trimmed).filter((text) => text !== '');
const line = tidied.filter((text) => new RegExp(NAME_PATTERN, 'u').test(text));
const tag = word.map((word) => `${word} é`);

const client: fc.Arbitrary<ClientFields> = fc.record(
  {
    external_id: text.filter((id) => new RegExp(NAME_PATTERN, 'u').test(id)),
    name: line,
    kind: fc.constantFrom(...CLIENT_KINDS),
    first_name: line,
    last_name: line,
    status: fc.constantFrom(...CLIENT_STATUSES),
    emails: word.map((word) => [{ value: `${word}@example.com` }]),
    phones: line.map((value) => [{ value: withoutUnseen(`${value}1`) }]),
    website: word.map((word) => `https://${word}.example/?a="b",c;d`),
    domain: word.map((word) => `${word}.example`),
    addresses: fc
      .record(
        { street: line, postal_code: line, city: line, region: line, country: line },
        { noNullPrototype: true },
      )
      .map((address) => [address]),
    industry: line,
    tax_number: line,
    language: fc.constantFrom('en', 'en-GB', 'de-AT'),
    currency: fc.constantFrom('EUR', 'GBP'),
    tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 5 }),
    description: text,
    custom: fc.dictionary(fc.constantFrom('Colour', 'Größe', 'a,"b"', 'constructor'), text, {
      minKeys: 1,
      noNullPrototype: true,
    }),
  },
  { requiredKeys: ['external_id', 'name'], noNullPrototype: true },
);
const table = fc.uniqueArray(client, {
  minLength: 1,
  maxLength: 20,
  selector: ({ external_id }) => external_id,
});

const style = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  byteOrderMark: fc.constantFrom('', '\ufeff'),
  tagSeparator: fc.constantFrom(',', '; '),
  quoteAll: fc.boolean(),
});
type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

function write(clients: ClientFields[], style: Style): string {
  const rows = clients.map((client) => cellsOf(client, style));
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [
    header,
    ...rows.map((row) => header.map((column) => (Object.hasOwn(row, column) ? row[column]! : ''))),
  ];
  const quoted = lines.map((line) => line.map((cell) => quote(cell, style)).join(style.delimiter));
  return style.byteOrderMark + quoted.join(style.lineBreak);
}

function cellsOf(
  { emails, phones, addresses, tags, custom, ...others }: ClientFields,
  { tagSeparator }: Style,
) {
  return {
    ...others,
    ...(emails && { 'E-mail': emails[0]!.value }),
    ...(phones && { Phone: phones[0]!.value }),
    ...addresses?.[0],
    ...(tags && { Tags: tags.join(tagSeparator) }),
    ...custom,
  } as Record<string, string>;
}

function quote(cell: string, { quoteAll, delimiter }: Style): string {
  const plain = !/["\r\n]/.test(cell) && !cell.includes(delimiter) && cell.trim() === cell;
  return plain && !quoteAll ? cell : `"${cell.replaceAll('"', '""')}"`;
}

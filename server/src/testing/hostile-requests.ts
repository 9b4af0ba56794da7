import fc from 'fast-check';
import { arbitraryOf, type Choices } from './arbitrary-of.ts';
import type { Description, Operation } from './described-answers.ts';

/** A request in the form in which it is sent: nothing encodes or checks it any more. */
export type RawRequest = { path: string; headers: Record<string, string>; body: Buffer };

/**
 * Texts that have broken other services: they have a meaning in SQL, JSON, paths, calendars, or
 * JavaScript.
 */
// biome-ignore format: a line for each family
const NASTY_TEXTS = [
  '', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '\uffff', '\ufeff', '\u202e', '💥', 'İ', 'ß', '\r\n', '\u0001'.repeat(50),
  "'", "''; DROP TABLE clients; --", '"', '\\', '\\x', '%', '_', '$1', '{{x}}', "' | !", ':*', '<script>', '&amp;', '*',
  'null', 'true', '-1', '1e999', '0x10', '9007199254740993', '1'.repeat(400), '../../etc/passwd', '%00', '[]', '{}',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'.repeat(300), 'é'.repeat(5000), 'ﷺ'.repeat(200),
  '2026-02-31', '0000-00-00', '9999-12-31T23:59:59Z', '2026-01-01T00:00:00+99:99', 'infinity', 'now', 'epoch',
  '00000000-0000-0000-0000-000000000000', '{01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64}', 'urn:uuid:0', 'http://[::1', 'https://a@b',
];
const nastyText = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const NASTY_OBJECTS = [
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":1}}',
  '{"":1}',
  '{"length":1e9}',
  '{"toJSON":1}',
];
// biome-ignore format: a list
const BROKEN_QUERIES = [
  '%', 'q=%zz', 'q=%ED%A0%80', 'filter[name]=%C3', '&&', '=', 'q', 'q[]=1', 'limit[a]=1', 'q=%00&x=%z', '?', '#',
];
const NASTY_NUMBERS = [0, -0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];

/** Values that can replace expected ones. */
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom(null, true, false, ...NASTY_NUMBERS),
  fc.constantFrom(...NASTY_OBJECTS).map((text) => JSON.parse(text)),
  fc.constantFrom(1, 63, 64, 70, 5000).map(nested),
  fc.constantFrom(10, 1000, 25_000).map((length) => Array(length).fill(1)),
  fc.jsonValue(),
);

/** The uuids of existing records, by the word for them in a path. */
export type Records = Record<string, string[]>;

/** Requests to one operation: mostly right, and wrong in any place. */
export function hostileRequests(
  url: string,
  operation: Operation | undefined,
  description: Description,
  records: Records,
  token: string,
): fc.Arbitrary<RawRequest> {
  const uuids = Object.values(records).flat();
  const types = Object.keys(operation?.requestBody?.content ?? {});
  const schema = operation?.requestBody?.content[types[0] ?? '']?.schema;
  // Mostly without a body: where none is allowed, any body is refused first, and hides the other
  // faults.
  const none = { weight: operation && types.length === 0 ? 60 : 0, arbitrary: fc.constant(Buffer.alloc(0)) };
  return fc.record({
    path: fc
      .tuple(pathOf(url, records), queryOf(operation, description, uuids))
      .map(([path, query]) => path + query),
    headers: headersOf(types, token),
    body: fc.oneof(
      none,
      { weight: 20, arbitrary: jsonOf(schema, description, uuids) },
      { weight: 1, arbitrary: fc.uint8Array().map(Buffer.from) },
    ),
  });
}

function pathOf(url: string, records: Records): fc.Arbitrary<string> {
  const noun = /([\w-]+)\/:uuid/.exec(url)?.[1] ?? '';
  const escaped = nastyText.map(percentEncode);
  const broken = fc.constantFrom(
    '%',
    '%zz',
    '%E0%A4%A',
    '%ED%A0%80',
    '%00',
    '..',
    '.',
    'a/b',
    '%2e%2e',
    '%2F',
    'a'.repeat(250),
  );
  const segment = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(records[noun] ?? ['x'])) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(records).flat()) },
    { weight: 2, arbitrary: escaped },
    { weight: 1, arbitrary: broken },
  );
  return segment.map((text) => url.replace(/:uuid|\*/, () => text));
}

function queryOf(
  operation: Operation | undefined,
  description: Description,
  uuids: string[],
): fc.Arbitrary<string> {
  const known = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const filters = known.map(({ name }) => name).filter((name) => name.startsWith('filter'));
  const operator = fc.constantFrom(
    'eq',
    'ne',
    'in',
    'lt',
    'gte',
    'contains',
    'starts_with',
    'is_null',
    'like',
    '',
  );
  const value = fc.oneof(fc.constantFrom('1', 'lead', 'true', 'A', '2026-11-20', ...uuids), nastyText);
  const documented = known.map(({ name, schema }) =>
    arbitraryOf(schema, description, mostlySound(uuids, nastyText)).map((value) => [name, textOf(value)]),
  );
  const filtered = fc
    .tuple(fc.constantFrom('filter[x]', ...filters), operator, value)
    .map(([filter, operator, value]) => [`${filter}[${operator}]`, value]);
  const unknown = fc.tuple(nastyText, value);
  const encoded = (pair: fc.Arbitrary<string[]>) => pair.map((pair) => pair.map(percentEncode).join('='));
  const broken = fc.constantFrom(...BROKEN_QUERIES);
  const part = fc.oneof(
    ...documented.map((pair) => ({ weight: 4, arbitrary: encoded(pair) })),
    { weight: filters.length, arbitrary: encoded(filtered) },
    { weight: 1, arbitrary: fc.oneof(encoded(unknown), broken) },
  );
  // Mostly without a query: where none is allowed, any query is refused first, and hides the other
  // faults.
  const none = { weight: known.length > 0 ? 1 : 6, arbitrary: fc.constant('') };
  const some = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `?${parts.join('&')}`);
  return fc.oneof(none, { weight: 2, arbitrary: some });
}

/** A value as text for a query. `String` alone throws for an object with a hostile `toString`. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function headersOf(types: string[], token: string): fc.Arbitrary<Record<string, string>> {
  const text = nastyText.map((text) => text.replaceAll(/[^\x20-\xff]|\x7f/g, '?').slice(0, 1000));
  const mostly = (usual: string, ...others: string[]) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(usual) },
      { weight: 1, arbitrary: fc.oneof(fc.constantFrom('', ...others), text) },
    );
  return fc.record(
    {
      authorization: mostly(`Bearer ${token}`, `Basic ${token}`, 'Bearer', `Bearer ${token.slice(0, -1)}`),
      'content-type': mostly(
        types[0] ?? 'application/json',
        'text/plain',
        'application/json; charset=x',
        'multipart/form-data',
      ),
      accept: mostly('application/json', '*/*;q=0', 'text/html', ',;', 'application/json;q=x'),
      'if-match': mostly('"1"', '*', 'W/"1"', '"1","2"'),
      'idempotency-key': text,
      'x-request-id': text,
    },
    { requiredKeys: ['authorization', 'content-type'] },
  );
}

function jsonOf(schema: unknown, description: Description, uuids: string[]): fc.Arbitrary<Buffer> {
  const value = schema ? arbitraryOf(schema, description, mostlySound(uuids, nastyValue)) : nastyValue;
  const text = value.map((value) => Buffer.from(JSON.stringify(value)));
  const cut = fc.tuple(text, fc.nat(200)).map(([bytes, at]) => bytes.subarray(0, at));
  const damaged = fc
    .tuple(text, fc.nat(200), fc.constantFrom(0x00, 0x22, 0x5c, 0x7d, 0xc3, 0xff))
    .map(([bytes, at, byte]) => {
      if (at < bytes.length) bytes[at] = byte;
      return bytes;
    });
  return fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: damaged },
  );
}

/** Mostly valid values, with uuids of existing records; one value in fifty is a nasty one. */
function mostlySound(uuids: string[], spoiled: fc.Arbitrary<unknown>): Choices {
  const known = { weight: 4, arbitrary: fc.constantFrom(...uuids) };
  const text = fc.constantFrom('http://127.0.0.1:9/', 'client.*', '*', 'ada@example.com', 'name');
  return { uuid: fc.oneof(known, { weight: 1, arbitrary: fc.uuid() }), text, spoiled };
}

/** Percent-encodes a text, including half a surrogate pair, on which encodeURIComponent throws. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 3000);
}

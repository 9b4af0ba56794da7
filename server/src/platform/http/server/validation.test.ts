import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Name, Nullable, OneOf, Text, Uuid } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { MailExclusionCreate } from '@rapport/contract/mail-exclusions';
import { MailTemplateCreate } from '@rapport/contract/mail-templates';
import { MailboxUpdate } from '@rapport/contract/mailboxes';
import { FIELD_ERROR_CODES } from '@rapport/contract/problems';
import type { ErrorObject } from 'ajv';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { toFieldErrors, validationProblem, validatorCompiler } from './validation.ts';

const schema = Type.Object(
  {
    name: Type.Optional(Text(5, 'A name.', { min: 1 })),
    nick: Type.Optional(Nullable(Text(3, 'A nick name.'))),
    code: Type.Optional(Text(3, 'Three letters.', { min: 3, pattern: '^[A-Z]+$', examples: ['ABC'] })),
    owner: Type.Optional(Nullable(Uuid('An owner.'))),
    role: Type.Optional(OneOf(['owner', 'viewer'], 'A role.')),
    kind: Type.Optional(Nullable(OneOf(['a', 'b'], 'A kind.'))),
    tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    from: Type.Optional(Type.String({ format: 'date-or-time' })),
    day: Type.Optional(Nullable(Type.String({ format: 'date' }))),
    nicks: Type.Optional(Nullable(Type.Array(Type.String()))),
    list: Type.Optional(Type.Array(Type.Object({ value: Type.String() }, { additionalProperties: false }))),
  },
  { additionalProperties: false, minProperties: 1 },
);

test('a text that is too long is refused for its length, without matching its pattern', () => {
  // Even on half as many letters, matching this pattern would take years.
  const code = Text(30, 'Twos.', { pattern: '^((a+)+)+$' });
  const validate = validatorCompiler({ schema: code, httpPart: 'body', method: 'POST', url: '/' });
  const { error } = validate(`${'a'.repeat(61)}!`) as { error?: unknown };
  assert.deepEqual(
    (error as ErrorObject[]).map(({ keyword }) => keyword),
    ['maxLength'],
  );
});

test('a pattern is matched on every text within the length limit, counted in characters', () => {
  const code = Text(2, 'Two.', { pattern: '^[^👎]*$' });
  assert.deepEqual(faults('👍👍', code), []);
  assert.deepEqual(faults('👍👎', code)[0]?.slice(0, 2), ['', 'wrong_format']);
});

/** The faults of a body as [pointer, code, detail]. */
function faults(value: unknown, of: TSchema = schema): string[][] {
  const validate = validatorCompiler({ schema: of, httpPart: 'body', method: 'POST', url: '/' });
  const { error } = validate(value) as { error?: unknown };
  return toFieldErrors((error ?? []) as ErrorObject[], true).map((e) => [e.pointer, e.code, e.detail]);
}

const cases: [value: unknown, ...expected: [pointer: string, code: string, detail: string]][] = [
  [{ name: 7 }, '/name', 'wrong_type', '/name must be a string.'],
  [{ name: '' }, '/name', 'too_short', '/name must not be empty.'],
  [{ name: 'sixsix' }, '/name', 'too_long', '/name must have at most 5 characters.'],
  [{ name: null }, '/name', 'wrong_type', '/name must be a string.'],
  [{ nick: 7 }, '/nick', 'wrong_type', '/nick must be a string or null.'],
  [{ nicks: 7 }, '/nicks', 'wrong_type', '/nicks must be an array or null.'],
  [{ nicks: [null] }, '/nicks/0', 'wrong_type', '/nicks/0 must be a string.'],
  [{ nick: 'long' }, '/nick', 'too_long', '/nick must have at most 3 characters.'],
  [{ code: 'ab' }, '/code', 'too_short', '/code must have at least 3 characters.'],
  [{ code: 'abc' }, '/code', 'wrong_format', '/code must look like ABC: Three letters.'],
  [
    { owner: 'me' },
    '/owner',
    'wrong_format',
    '/owner must be a UUID such as 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 or null.',
  ],
  [{ role: 'boss' }, '/role', 'not_in_list', '/role must be one of owner, viewer.'],
  [{ kind: 'c' }, '/kind', 'not_in_list', '/kind must be one of a, b or null.'],
  [{ tags: [] }, '/tags', 'too_few_items', '/tags must have at least 1 entry.'],
  [{ tags: ['a', 'b', 'c'] }, '/tags', 'too_many_items', '/tags must have at most 2 entries.'],
  [{ tags: ['a', 'a'] }, '/tags', 'not_unique', '/tags must not have an entry twice.'],
  [{ tags: 'a' }, '/tags', 'wrong_type', '/tags must be an array.'],
  [{ size: 0 }, '/size', 'too_small', '/size must be at least 1.'],
  [{ size: 10 }, '/size', 'too_large', '/size must be at most 9.'],
  [{ size: '5' }, '/size', 'wrong_type', '/size must be an integer.'],
  [{ size: 1.5 }, '/size', 'wrong_type', '/size must be an integer.'],
  [{ at: 'noon' }, '/at', 'wrong_format', '/at must be a time such as 2026-11-20T09:20:00.000+00:00.'],
  [
    { day: '2026-02-30' },
    '/day',
    'wrong_format',
    '/day must be a day of the calendar such as 2026-11-20 or null.',
  ],
  [
    { from: '20 November' },
    '/from',
    'wrong_format',
    '/from must be a date or a time with offset, such as 2026-11-20T09:20:00Z.',
  ],
  [{ list: [{}] }, '/list/0/value', 'required', '/list/0/value is missing.'],
  [
    { 'a/b~c': 1 },
    '/a~1b~0c',
    'unknown_field',
    '/a~1b~0c is not a field of this request; check its spelling or leave it out.',
  ],
  [{ lisst: [] }, '/lisst', 'unknown_field', '/lisst is not a field of this request; perhaps list is meant.'],
  [{}, '', 'too_few_items', 'The body must name at least one field to change.'],
  [[], '', 'wrong_type', 'The body must be an object.'],
  ['text', '', 'wrong_type', 'The body must be an object.'],
];
for (const [value, ...expected] of cases) {
  test(`${JSON.stringify(value)} is refused: ${expected[2]}`, () => {
    assert.deepEqual(faults(value), [expected]);
    assert.ok((FIELD_ERROR_CODES as readonly string[]).includes(expected[1]));
  });
}

test('null, a uuid in upper case and letters beyond the basic plane are accepted where allowed', () => {
  const owner = '01A0C5D2-6B1E-7C3A-9F42-5D1C8E0B7A64';
  assert.deepEqual(
    faults({
      nick: null,
      kind: null,
      owner,
      name: '😀😀😀😀😀',
      at: '2026-11-20T09:20:00Z',
      from: '2026-11-20',
    }),
    [],
  );
});

for (const at of [
  '2026-11-19T00:00:00+01',
  '2026-11-19T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2026-11-19',
  '2026-11-19T09:20Z',
]) {
  test(`${at} is refused as a time`, () => {
    assert.deepEqual(faults({ name: 'x', at }), [
      ['/at', 'wrong_format', '/at must be a time such as 2026-11-20T09:20:00.000+00:00.'],
    ]);
  });
}

test('every field at fault is reported once, up to twenty', () => {
  assert.deepEqual(
    faults({ name: '', size: 0, colour: 1 }).map(([pointer]) => pointer),
    ['/colour', '/name', '/size'],
  );
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x${i}`, i]));
  assert.equal(faults(many).length, 20);
});

const problemOf = (part: string, of: TSchema, value: unknown) => {
  const validate = validatorCompiler({ schema: of, httpPart: part, method: 'GET', url: '/' });
  const { error } = validate(value) as { error: unknown };
  const request = { url: '/', body: part === 'body' ? value : {} } as FastifyRequest;
  return validationProblem(request, error as ErrorObject[], part);
};

test('faults of a query are answered with 400 and the names of parameters instead of pointers', () => {
  const problem = problemOf('querystring', schema, { size: 'many', name: ['a', 'b'], colour: 'red' });
  assert.equal(problem.code, 'query_invalid');
  assert.deepEqual(problem.errors, [
    {
      pointer: 'colour',
      code: 'unknown_field',
      detail:
        'colour is not a parameter of this request, which takes name, nick, code, owner, role, kind, tags, size, at, from, day, nicks, list.',
    },
    { pointer: 'name', code: 'wrong_type', detail: 'name is sent more than once; send it once.' },
    { pointer: 'size', code: 'wrong_type', detail: 'size must be an integer.' },
  ]);
});

test('the refusal of an unknown parameter shows the form of filters, or the known parameters', () => {
  const text = Type.Optional(Type.String());
  const query = Type.Object(
    { after: text, 'filter[event]': text, 'filter[event][in]': text },
    { additionalProperties: false },
  );
  const detailOf = (name: string) => problemOf('querystring', query, { [name]: 'x' }).detail;
  assert.equal(
    detailOf('event'),
    'event is not a parameter of this request; write the filter as filter[event].',
  );
  assert.equal(
    detailOf('cursor'),
    'cursor is not a parameter of this request, which takes after, filter[…].',
  );
  const none = problemOf('querystring', Type.Object({}, { additionalProperties: false }), { page: '2' });
  assert.equal(none.detail, 'page is not a parameter of this request, which takes none.');
});

test('the refusals of a wrong boolean and of a repeated filter in a query say what to send', () => {
  const query = Type.Object({ dry_run: Type.Boolean(), 'filter[name]': Type.String() });
  const { errors } = problemOf('querystring', query, { dry_run: '1', 'filter[name]': ['a', 'b'] });
  assert.deepEqual(
    errors.map(({ detail }) => detail),
    [
      'dry_run must be true or false.',
      'filter[name] is sent more than once; send it once. Several values go into [in], comma separated, and one with a comma in double quotes.',
    ],
  );
});

test('a repeated number in a query is refused for the repetition', () => {
  const { detail } = problemOf('querystring', schema, { size: ['1', '2'] });
  assert.equal(detail, 'size is sent more than once; send it once.');
});

test('numbers and booleans of a query are parsed from text', () => {
  const query = Type.Object({ limit: Type.Integer(), deep: Type.Boolean() });
  const validate = validatorCompiler({ schema: query, httpPart: 'querystring', method: 'GET', url: '/' });
  assert.deepEqual(validate({ limit: '5', deep: 'true' }), { value: { limit: 5, deep: true } });
});

for (const size of ['', ' 1', '+1', '1e1', '1.0', '0x1', '1 ', '１', 'Infinity']) {
  test(`"${size}" in a query is not an integer`, () => {
    const problem = problemOf('querystring', schema, { size });
    assert.deepEqual([problem.code, problem.detail], ['query_invalid', 'size must be an integer.']);
  });
}

test('a negative number in a query is refused as too small', () => {
  assert.equal(problemOf('querystring', schema, { size: '-1' }).detail, 'size must be at least 1.');
});

test('a fault of a header is answered with header_invalid', () => {
  const headers = Type.Object({ 'if-match': Type.String({ maxLength: 3 }) });
  assert.equal(problemOf('headers', headers, { 'if-match': '"1234"' }).code, 'header_invalid');
});

test('a path with something other than a uuid is 404, and upper case finds the same record', () => {
  const params = Type.Object({ uuid: Uuid('The record.') });
  assert.equal(problemOf('params', params, { uuid: '7' }).code, 'not_found');
  const validate = validatorCompiler({ schema: params, httpPart: 'params', method: 'GET', url: '/' });
  assert.deepEqual(validate({ uuid: '01A0C5D2-6B1E-7C3A-9F42-5D1C8E0B7A64' }), {
    value: { uuid: '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64' },
  });
});

test('an empty body is refused as empty, and null as not an object', () => {
  const empty = problemOf('body', schema, undefined);
  assert.deepEqual([empty.code, empty.detail.includes('The body is empty')], ['json_invalid', true]);
  const none = problemOf('body', schema, null);
  assert.deepEqual([none.code, none.detail], ['fields_invalid', 'The body must be an object.']);
});

test('who is excluded, a server, a user name and a text are taken as people see them', () => {
  const copied: [TSchema, object, object][] = [
    [MailExclusionCreate, { pattern: '\u202agrace@navy.example\u202c' }, { pattern: 'grace@navy.example' }],
    [
      MailTemplateCreate,
      { name: '\u200bOffer', subject: ' Hello\u200b', text: 'Dear Ada,\vhello' },
      { name: 'Offer', subject: 'Hello', text: 'Dear Ada,\nhello' },
    ],
    [
      MailboxUpdate,
      { username: 'ada\u202c ', imap: { host: '\u202aimap.example.com', port: 993, security: 'tls' } },
      { username: 'ada', imap: { host: 'imap.example.com', port: 993, security: 'tls' } },
    ],
  ];
  for (const [schema, given, value] of copied) {
    const validate = validatorCompiler({ schema, httpPart: 'body', method: 'POST', url: '/' });
    assert.deepEqual(validate(given), { value });
  }
});

test('names and addresses of a body lose the signs that nobody sees, however deep they stand', () => {
  const body = Type.Object({
    email: Text(99, 'Whom.'),
    name: Name(20, 'A name', 'Ada'),
    parts: Type.Array(Type.Object({ name: Nullable(Name(20, 'A name', 'Ada')), note: Text(20, 'A note.') })),
  });
  const validate = validatorCompiler({ schema: body, httpPart: 'body', method: 'POST', url: '/' });
  const given = {
    email: '\u202aada@example.com\u202c',
    name: '\u200b Ada\u200dB \ufeff',
    parts: [{ name: null, note: ' \u200bkept' }],
  };
  assert.deepEqual(validate(given), {
    value: { email: 'ada@example.com', name: 'Ada\u200dB', parts: [{ name: null, note: ' \u200bkept' }] },
  });
});

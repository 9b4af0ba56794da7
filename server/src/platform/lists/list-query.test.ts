import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListDefinition, type ListField, operatorsOf } from '@rapport/contract/list-definition';
import { ANY_MOMENT } from '../../testing/moment.ts';
import { Problem } from '../problem.ts';
import { cursorAfter } from './cursor.ts';
import { type ListQuery, type ListRequest, parseListQuery } from './list-query.ts';

const LIST: ListDefinition = {
  name: 'things',
  default_sort: '-created_at',
  searchable: true,
  fields: {
    name: { type: 'text', sortable: true },
    note: { type: 'text', nullable: true, sortable: true },
    status: { type: 'choice', choices: ['new', 'old'], sortable: true },
    created_at: { type: 'time', sortable: true },
    updated_at: { type: 'time', sortable: true },
    owner_uuid: { type: 'uuid', nullable: true },
    tags: { type: 'tags' },
    city: { type: 'part', nullable: true, within: { column: 'addresses', part: 'city' } },
  },
};
const UUID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

function read(query: ListQuery, list = LIST): ListRequest {
  const request = parseListQuery(list, query, ANY_MOMENT);
  assert.ok(!(request instanceof Problem), request instanceof Problem ? request.detail : '');
  return request;
}

function refusal(query: ListQuery, list = LIST): Problem {
  const problem = parseListQuery(list, query, ANY_MOMENT);
  assert.ok(problem instanceof Problem, `accepted ${JSON.stringify(query)}`);
  return problem;
}

test('an empty query is the first page of fifty in the default order', () => {
  const { fingerprint, ...request } = read({});
  assert.deepEqual(request, {
    limit: 50,
    conditions: [],
    sort: [{ field: 'created_at', descending: true }],
    after: null,
    q: null,
    include: null,
    account_uuid: null,
  });
  assert.match(fingerprint, /^[\w-]{12}$/);
});

const values: Record<ListField['type'], string> = {
  text: 'any text, also with [brackets]',
  choice: 'new',
  time: '2026-11-20T09:20:00Z',
  uuid: UUID,
  tags: 'key-account',
  date: '2026-11-20',
  number: '12500.50',
  money: '12500.50',
  choices: 'new',
  boolean: 'true',
  links: UUID,
  part: 'Berlin',
  custom: '1902',
};
for (const [name, field] of Object.entries(LIST.fields)) {
  for (const operator of operatorsOf(field)) {
    test(`filter[${name}][${operator}] is parsed as a condition`, () => {
      const value = operator === 'is_null' ? 'true' : values[field.type];
      const expected = operator === 'in' ? value.split(',') : [value];
      assert.deepEqual(read({ [`filter[${name}][${operator}]`]: value }).conditions, [
        { field: name, operator, values: expected },
      ]);
    });
  }

  test(`an operator that ${name} does not have is refused with the allowed ones`, () => {
    const foreign = [
      'eq',
      'ne',
      'in',
      'lt',
      'lte',
      'gt',
      'gte',
      'contains',
      'starts_with',
      'is_null',
      'like',
    ];
    for (const operator of foreign.filter((one) => !(operatorsOf(field) as string[]).includes(one))) {
      const parameter = `filter[${name}][${operator}]`;
      const problem = refusal({ [parameter]: values[field.type] });
      assert.deepEqual([problem.code, problem.errors[0]?.pointer], ['query_invalid', parameter]);
      assert.ok(problem.detail.includes(`the operators of ${name} are ${operatorsOf(field).join(', ')}.`));
    }
  });
}

test('a filter can name a custom field with any characters', () => {
  const list: ListDefinition = { ...LIST, fields: { ...LIST.fields, custom: { type: 'custom' } } };
  assert.deepEqual(read({ 'filter[custom.Größe 2][in]': 'S,M' }, list).conditions, [
    { field: 'custom', key: 'Größe 2', operator: 'in', values: ['S', 'M'] },
  ]);
  for (const parameter of ['filter[custom]', 'filter[custom.]', 'filter[custom.a\0]', 'filter[name.a]'])
    assert.match(refusal({ [parameter]: 'x' }, list).detail, /Filters: .*city, custom\.KEY\./);
});

test('a filter without an operator means eq', () => {
  assert.deepEqual(read({ 'filter[name]': 'Ada' }).conditions, [
    { field: 'name', operator: 'eq', values: ['Ada'] },
  ]);
});

test('several filters are several conditions, and updated_since is one of them', () => {
  const query = {
    'filter[status][in]': 'new,old',
    'filter[name][ne]': 'x',
    updated_since: '2026-11-20',
  };
  assert.deepEqual(
    read(query).conditions.map(({ field, operator, values }) => `${field} ${operator} ${values}`),
    ['status in new,old', 'name ne x', 'updated_at gte 2026-11-20T00:00:00.000Z'],
  );
});

for (const [text, values] of [
  ['a,b', ['a', 'b']],
  ['"Apple, Inc.",Bose', ['Apple, Inc.', 'Bose']],
  ['5" disk,"so-called ""best"", he said"', ['5" disk', 'so-called "best", he said']],
  ['"open,end', ['"open', 'end']],
  ['a,,', ['a', '', '']],
  [',a,b', ['', 'a', 'b']],
  [',', ['', '']],
  ['', ['']],
] as const) {
  test(`[in] parses '${text}' as ${values.length} values`, () => {
    assert.deepEqual(read({ 'filter[name][in]': text }).conditions[0]?.values, values);
  });
}

for (const parameter of [
  'filter[colour]',
  'filter[__proto__]',
  'filter[constructor][eq]',
  'filter',
  'filter[]',
  'filter[name][eq][eq]',
  'filter[NAME]',
  'filtername',
]) {
  test(`${parameter} is refused with the known filters`, () => {
    const problem = refusal({ [parameter]: 'x' });
    assert.deepEqual(problem.errors[0]?.pointer, parameter);
    assert.match(
      problem.detail,
      /Filters: name, note, status, created_at, updated_at, owner_uuid, tags, city\./,
    );
  });
}

const wrong: [parameter: string, value: string, words: RegExp][] = [
  ['filter[status]', 'red', /must be one of new, old/],
  ['filter[status][in]', 'new,red', /must be one of new, old/],
  ['filter[owner_uuid]', 'me', /must be a UUID/],
  ['filter[note][is_null]', 'yes', /must be true or false/],
  ['filter[created_at][gt]', 'yesterday', /such as 2026-11-20T09:20:00Z/],
  ['filter[name][in]', 'x,'.repeat(200), /more than 200 values/],
];
for (const [parameter, value, words] of wrong) {
  test(`${parameter}=${value.slice(0, 20)} is refused: ${words.source}`, () => {
    const problem = refusal({ [parameter]: value });
    assert.match(problem.detail, words);
    assert.ok(problem.errors.every((error) => error.pointer === parameter));
  });
}

test('a repeated filter is refused, and the operator for several values is named', () => {
  assert.match(refusal({ 'filter[name][eq]': ['a', 'b'] }).detail, /more than once.*\[in\]/);
});

test('all faults are reported at once', () => {
  const problem = refusal({
    'filter[colour]': 'x',
    'filter[status]': 'red',
    sort: 'size',
    updated_since: 'now',
  });
  assert.deepEqual(
    problem.errors.map((error) => error.pointer),
    ['filter[colour]', 'filter[status]', 'sort', 'updated_since'],
  );
});

test('a text that is not a time is refused as one', () => {
  assert.equal(refusal({ updated_since: '2026-02-30' }).errors[0]?.code, 'wrong_format');
});

test('the refusal of a plus sign that became a space explains it', () => {
  const problem = refusal({ updated_since: '2026-11-20T09:20:00 01:00' });
  assert.match(problem.detail, /plus sign of the offset as %2B/);
});

test('sort accepts up to four keys, each once', () => {
  assert.deepEqual(read({ sort: '-updated_at,name' }).sort, [
    { field: 'updated_at', descending: true },
    { field: 'name', descending: false },
    { field: 'created_at', descending: false },
  ]);
  for (const sort of [
    '',
    'size',
    'tags',
    'name,name',
    'name,-name',
    '--name',
    'name,',
    'uuid',
    '__proto__',
  ]) {
    const problem = refusal({ sort });
    assert.match(problem.detail, /sort takes up to 4 of name, note, status, created_at, updated_at/, sort);
  }
  assert.match(refusal({ sort: 'name,note,status,created_at,updated_at' }).detail, /up to 4/);
});

test('a list without a search refuses q', () => {
  assert.equal(read({ q: 'ada' }).q, 'ada');
  assert.equal(refusal({ q: ' ' }).errors[0]?.detail, 'q must not be empty.');
  assert.equal(refusal({ q: 'ada' }, { ...LIST, searchable: false }).errors[0]?.pointer, 'q');
});

const record = { uuid: UUID, name: 'Ada', note: null, created_at: '2026-11-20T09:20:00.000+00:00' };
const cursorOf = (query: ListQuery) => cursorAfter(read(query), record);

test('a cursor continues after its record, with null as the empty text', () => {
  const sort = 'name,note,-created_at';
  const { after } = read({ sort, cursor: cursorOf({ sort }) });
  assert.deepEqual(after, ['Ada', '', record.created_at, UUID]);
});

test('limit and include may change between pages', () => {
  assert.ok(read({ limit: 7, include: 'total', cursor: cursorOf({}) }).after);
});

const elsewhere: [what: string, query: ListQuery, list?: ListDefinition][] = [
  ['another list', {}, { ...LIST, name: 'other things' }],
  ['another order', { sort: 'created_at' }],
  ['another filter', { 'filter[name]': 'x' }],
  ['another search', { q: 'x' }],
  ['another Account', { account_uuid: UUID }],
  ['another time', { updated_since: '2026-01-01' }],
];
for (const [what, query, list] of elsewhere) {
  test(`a cursor of ${what} is refused`, () => {
    const problem = refusal({ ...query, cursor: cursorOf({}) }, list);
    assert.equal(problem.code, 'cursor_invalid');
    assert.match(problem.detail, /Start again without cursor/);
  });
}

test('an altered cursor is refused without a query', () => {
  const { fingerprint } = read({});
  const forge = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const time = record.created_at;
  assert.ok(read({ cursor: forge(fingerprint, time, UUID) }).after);
  for (const cursor of [
    '',
    'garbage',
    forge(),
    forge(fingerprint),
    forge(fingerprint, time),
    forge(fingerprint, time, 'me'),
    forge(fingerprint, 'garbage', UUID),
    forge(fingerprint, '2026-02-31', UUID),
    forge(fingerprint, 7, UUID),
    forge(fingerprint, null, UUID),
    forge(fingerprint, time, UUID, UUID),
    forge('other', time, UUID),
    Buffer.from('{"length":3}').toString('base64url'),
    Buffer.from('null').toString('base64url'),
  ]) {
    assert.equal(refusal({ cursor }).code, 'cursor_invalid', cursor);
  }
  const byName = read({ sort: 'name' }).fingerprint;
  for (const text of ['a\0b', '\ud800']) {
    assert.equal(refusal({ sort: 'name', cursor: forge(byName, text, UUID) }).code, 'cursor_invalid');
  }
});

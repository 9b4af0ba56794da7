import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../problem.ts';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string | Buffer) => parseJsonBody(Buffer.from(text));

/** The reason why a text is not JSON. */
function refusal(text: string | Buffer): string {
  const parsed = parse(text);
  assert.ok(parsed instanceof Problem, `accepted ${text.toString().slice(0, 100)}`);
  assert.equal(parsed.code, 'json_invalid');
  return parsed.detail;
}

/** The place, code and text of the first value that cannot be stored. */
function fault(text: string): [pointer: string, code: string, detail: string] {
  const parsed = parse(text);
  assert.ok(parsed instanceof Problem, `accepted ${text.slice(0, 100)}`);
  assert.equal(parsed.code, 'fields_invalid');
  assert.equal(parsed.errors.length, 1);
  const { pointer, code, detail } = parsed.errors[0]!;
  assert.equal(parsed.detail, detail);
  return [pointer, code, detail];
}

test('a name that stands twice in one object is refused with its place, also when it is escaped', () => {
  assert.match(refusal('{"a": 1,\n "a": 2}'), /"a" stands twice .* position 10 \(line 2 column 2\)/);
  assert.match(refusal('{"x":[{"b":"{\\"b\\":1}","\\u0062" : 2}]}'), /"b" stands twice/);
  assert.match(refusal('[{"":1},{"c":{"":2,"d":[],"":3}}]'), /"" stands twice/);
  for (const text of [
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":"a"}}}',
    '{"a\\\\":"\\\\","b\\"":"a:"}',
    '" a : "',
  ])
    assert.deepEqual(parse(text), JSON.parse(text));
});

test('every JSON value that PostgreSQL can store is parsed as by JSON.parse', () => {
  const keepable = fc
    .jsonValue({ maxDepth: 5, noUnicodeString: false })
    .filter(
      (value) =>
        JSON.stringify(value) === JSON.stringify(value).replace(/\\u0000|\\ud[89a-f]|__proto__|\d{16,}/g, ''),
    );
  fc.assert(
    fc.property(keepable, (value) => {
      const text = JSON.stringify(value, null, 1);
      assert.deepEqual(parse(text), JSON.parse(text));
    }),
  );
});

test('an empty body is undefined, so that the schema decides whether one is needed', () => {
  assert.equal(parse(''), undefined);
});

test('a byte order mark before the JSON is ignored', () => {
  assert.deepEqual(parse('\uFEFF{"a":1}'), { a: 1 });
});

test('a body that is not JSON is refused with the reason and the position', () => {
  assert.match(refusal('{"a" 1}'), /The body cannot be read: Expected ':'.+ position 5 \(line 1 column 6\)/);
  assert.match(
    refusal('{\n"a": tru}'),
    /read: Unexpected token '}', .+ is not valid JSON at position 10 \(line 2 column 9\)/s,
  );
  assert.match(refusal('<html>'), /Unexpected token '<', .+ at position 0 \(line 1 column 1\)/);
  assert.match(refusal('{"a":1'), /The body cannot be read: Expected ',' or '}' .+ position 6/);
  assert.match(refusal('[tru'), /Unexpected end of JSON input at position 4 \(line 1 column 5\)/);
  assert.match(refusal('['.repeat(100_000)), /The body cannot be read: .+ position 100000/);
});

test('a body that is not UTF-8 is refused for that reason', () => {
  for (const bytes of [
    [0xff, 0xfe],
    [0x22, 0xe4, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ]) {
    assert.match(refusal(Buffer.from(bytes)), /not UTF-8/);
  }
});

test('NUL and half a surrogate pair are refused with their pointer, in texts and in keys', () => {
  const [pointer, code, detail] = fault('{"a":[{"b":"x\\u0000"}]}');
  assert.deepEqual([pointer, code], ['/a/0/b', 'invalid_characters']);
  assert.match(detail, /^\/a\/0\/b has a NUL, half a surrogate pair or over 30 accents/);
  assert.equal(fault('{"a":"\\ud800"}')[0], '/a');
  assert.equal(fault('{"a\\u0000":1}')[0], '/a\0');
  assert.match(fault('"\\udc00x"')[2], /^The body has/);
  assert.deepEqual(parse('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
});

test('a slash or tilde in a key is escaped as in JSON Pointer', () => {
  assert.equal(fault('{"a/b":{"c~d":"\\u0000"}}')[0], '/a~1b/c~0d');
});

test('the key __proto__ is refused, and constructor is accepted', () => {
  assert.deepEqual(fault('{"a":{"__proto__":{}}}').slice(0, 2), ['/a/__proto__', 'not_allowed']);
  assert.deepEqual(parse('{"constructor":{"prototype":1}}'), { constructor: { prototype: 1 } });
});

for (const number of [
  '1e999',
  '-1e999',
  '9007199254740993',
  '12345678901234567',
  '12345678901234567890',
  '1234567890123456789012',
  '-123456789012345678901234.5',
]) {
  test(`the number ${number.slice(0, 30)} is refused, because it would change when stored`, () => {
    assert.deepEqual(fault(`{"a":[${number}]}`).slice(0, 2), ['/a/0', 'too_large']);
    assert.equal(fault(number)[0], '');
  });
}

test('a number with an exponent is accepted, and so are many digits in a text', () => {
  assert.deepEqual(parse('[1e308, 1.5E+21, 1e21]'), [1e308, 1.5e21, 1e21]);
  const digits = '1234567890123456789012';
  assert.deepEqual(parse(`{"${digits}":"${digits}"}`), { [digits]: digits });
});

test('64 levels are accepted and 65 refused, without a stack overflow at half a million', () => {
  assert.ok(!(parse('['.repeat(64) + ']'.repeat(64)) instanceof Problem));
  assert.match(fault('['.repeat(65) + ']'.repeat(65))[2], /more than 64 levels/);
  assert.match(fault('['.repeat(500_000) + ']'.repeat(500_000))[2], /more than 64 levels/);
});

test('20,000 values are accepted and more refused', () => {
  assert.ok(!(parse(`[${'1,'.repeat(19_999)}1]`) instanceof Problem));
  assert.match(fault(`[${'1,'.repeat(20_000)}1]`)[2], /more than 20000 values/);
  assert.match(fault(`[${'{"a":1},'.repeat(10_000)}1]`)[2], /more than 20000 values/);
});

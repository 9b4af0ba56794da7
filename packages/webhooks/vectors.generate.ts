// Writes vectors.json: `node vectors.generate.ts`. openssl makes every signature, so the vectors
// are independent of this package's code. The tests build them again and compare.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** A request as it arrived, and the verdict that a receiver must reach. */
export interface Vector {
  name: string;
  /** The input of the receiver. */
  secrets: string[];
  body_base64: string;
  headers: Record<string, string>;
  /** The receiver's clock, in seconds since 1970. */
  at_s: number;
  /** True when the Standard Webhooks headers must be checked as well. */
  replay_protection: boolean;
  /** The expected verdict: `genuine`, or the code of the refusal. */
  expect: string;
}

const SECRET = 'u8jzPde0IgxLd6GncfBAepfJBd0Kh8oOOL8dKLzdocJ2isAjIhKtJ0RlgLKO';
const OTHER_SECRET = 'mxgJTeKdNnFRIBXuDL7DxtpYlSXpfKtHF4vUCsMehGAkWvj7FAc9QeWJKY40';
const SIGNED_AT_S = 1_795_166_400;
const UUID = '0199c1de-7d4b-7c52-9f3a-5b1c2d3e4f50';
const EVENT = `{"uuid":"${UUID}","event":"client.updated","created_at":"2026-11-20T09:20:00.000+00:00","data":{"name":"Zoë & Søn <A/S>"},"previous":{"name":"Zoë"},"changed_fields":["name"]}`;

export function buildVectors(): Vector[] {
  return [
    ...genuineBodies(),
    ...changedBodies(),
    ...unfitBodies(),
    ...signatures(),
    ...secrets(),
    ...standardHeaders(),
  ];
}

function genuineBodies(): Vector[] {
  const data = (json: string) => `{"uuid":"${UUID}","event":"client.updated","data":${json}}`;
  const ofLength = (length_bytes: number) => data(`"${'x'.repeat(length_bytes - data('""').length)}"`);
  const bodies: [string, string | Buffer][] = [
    ['an event', EVENT],
    ['an empty object', '{}'],
    ['white space and line breaks inside', JSON.stringify(JSON.parse(EVENT), null, 2)],
    ['carriage returns inside', JSON.stringify(JSON.parse(EVENT), null, 2).replaceAll('\n', '\r\n')],
    ['a line break at the end', `${EVENT}\n`],
    ['a byte order mark', `\uFEFF${EVENT}`],
    ['an emoji of four bytes', data('"😀"')],
    ['a letter and a combining accent, not composed', data('"Zoe\u0308"')],
    ['line separators of JavaScript', data('"\u2028\u2029"')],
    ['escapes of letters', data(String.raw`"Zo\u00eb"`)],
    ['escapes of slashes', data(String.raw`"https:\/\/example.com\/"`)],
    ['an escaped zero character', data(String.raw`"\u0000"`)],
    ['an escaped half of a surrogate pair', data(String.raw`"\ud800"`)],
    ['an integer beyond 2^53', data('9007199254740993')],
    ['numbers written in several ways', data('[1.0,1e2,-0,1E+2,0.10]')],
    ['the same key twice', data('{"name":"a","name":"b"}')],
    ['keys out of order', data('{"b":1,"a":2,"10":3,"9":4}')],
    ['a key named __proto__', data('{"__proto__":{"is_admin":true}}')],
    ['200 levels', data('['.repeat(200) + ']'.repeat(200))],
    ['127 bytes', ofLength(127)],
    ['128 bytes, which fill blocks of SHA-256', ofLength(128)],
    ['16 KiB', ofLength(16 * 1024)],
    ['16 KiB and a byte', ofLength(16 * 1024 + 1)],
  ];
  return bodies.map(([name, body]) => vector(`genuine: ${name}`, body));
}

/** Vectors whose body was changed after EVENT was signed. */
function changedBodies(): Vector[] {
  const pretty = JSON.stringify(JSON.parse(EVENT), null, 2);
  const bodies: [string, string, string | Buffer][] = [
    ['another letter', EVENT, EVENT.replace('Zoë', 'Zoé')],
    ['a byte less', EVENT, EVENT.slice(0, -1)],
    ['a line break more', EVENT, `${EVENT}\n`],
    ['a line break less', `${EVENT}\n`, EVENT],
    ['a byte order mark more', EVENT, `\uFEFF${EVENT}`],
    ['a byte order mark less', `\uFEFF${EVENT}`, EVENT],
    ['indented', EVENT, pretty],
    ['no longer indented', pretty, EVENT],
    ['spaces after colons and commas', EVENT, EVENT.replaceAll('":', '": ').replaceAll(',"', ', "')],
    ['slashes escaped', EVENT, EVENT.replaceAll('/', '\\/')],
    ['letters escaped', EVENT, EVENT.replaceAll('ë', '\\u00eb').replaceAll('ø', '\\u00f8')],
    ['keys sorted', EVENT, JSON.stringify(JSON.parse(EVENT), Object.keys(JSON.parse(EVENT)).sort())],
    ['converted to Latin-1', EVENT, Buffer.from(EVENT, 'latin1')],
    ['read as Latin-1 and written as UTF-8', EVENT, Buffer.from(EVENT).toString('latin1')],
    ['composed letters taken apart', EVENT, EVENT.normalize('NFD')],
    ['encoded as a JSON string', EVENT, JSON.stringify(EVENT)],
    ['encoded in base64', EVENT, Buffer.from(EVENT).toString('base64')],
    ['the body of another event', EVENT, EVENT.replace('client.updated', 'client.deleted')],
  ];
  return bodies.map(([name, signed, body]) =>
    vector(`changed body: ${name}`, body, {
      headers: { 'X-Signature': hmacHex(SECRET, signed) },
      expect: 'signature_mismatch',
    }),
  );
}

/** Vectors with a correct signature over a body that is not an event. */
function unfitBodies(): Vector[] {
  return [
    vector('body: empty', '', { expect: 'body_empty' }),
    vector('body: not JSON', 'hello', { expect: 'body_not_json' }),
    vector('body: JSON cut short', EVENT.slice(0, 40), { expect: 'body_not_json' }),
    vector('body: a form', 'event=client.updated', { expect: 'body_not_json' }),
    vector('body: an array', '[]', { expect: 'body_not_json' }),
    vector('body: null', 'null', { expect: 'body_not_json' }),
    vector('body: a byte that is not UTF-8', Buffer.from('{"a":"\xff"}', 'latin1'), {
      expect: 'body_not_json',
    }),
  ];
}

function signatures(): Vector[] {
  const mac_hex = hmacHex(SECRET, EVENT);
  const flip = (digit: string) => (digit === '0' ? '1' : '0');
  const missing: [string, string][] = [['empty', '']];
  const malformed: [string, string][] = [
    ['upper case', mac_hex.toUpperCase()],
    ['one digit in upper case', mac_hex.replace(/[a-f]/, (digit) => digit.toUpperCase())],
    ['base64', Buffer.from(mac_hex, 'hex').toString('base64')],
    ['sha256= in front', `sha256=${mac_hex}`],
    ['0x in front', `0x${mac_hex}`],
    ['the name of the header in front', `X-Signature: ${mac_hex}`],
    ['quotes', `"${mac_hex}"`],
    ['a space in front', ` ${mac_hex}`],
    ['a line break at the end', `${mac_hex}\n`],
    ['63 digits', mac_hex.slice(1)],
    ['65 digits', `${mac_hex}0`],
    ['a letter that is no digit', `g${mac_hex.slice(1)}`],
    ['a wide digit', `\uFF10${mac_hex.slice(1)}`],
    ['the header twice', `${mac_hex}, ${mac_hex}`],
    ['hex of the hex', Buffer.from(mac_hex).toString('hex')],
    ['HMAC-SHA-1', hmac(Buffer.from(SECRET), Buffer.from(EVENT), 'sha1').toString('hex')],
    ['HMAC-SHA-512', hmac(Buffer.from(SECRET), Buffer.from(EVENT), 'sha512').toString('hex')],
  ];
  const mismatched: [string, string][] = [
    ['another first digit', flip(mac_hex.slice(0, 1)) + mac_hex.slice(1)],
    ['another last digit', mac_hex.slice(0, -1) + flip(mac_hex.slice(-1))],
    ['all zeros', '0'.repeat(64)],
    ['of the empty body', hmacHex(SECRET, '')],
    ['SHA-256 without a key', openssl(['dgst', '-sha256', '-binary'], Buffer.from(EVENT)).toString('hex')],
    [
      'keyed with the decoded secret',
      hmac(Buffer.from(SECRET, 'base64'), Buffer.from(EVENT)).toString('hex'),
    ],
  ];
  const of =
    (expect: string) =>
    ([name, value]: [string, string]) =>
      vector(`signature: ${name}`, EVENT, { headers: { 'X-Signature': value }, expect });
  return [
    vector('signature: the header in another case', EVENT, { headers: { 'x-SIGNATURE': mac_hex } }),
    vector('signature: no header', EVENT, { headers: {}, expect: 'signature_missing' }),
    ...missing.map(of('signature_missing')),
    ...malformed.map(of('signature_malformed')),
    ...mismatched.map(of('signature_mismatch')),
  ];
}

function secrets(): Vector[] {
  const of = (name: string, given: string[], expect: string) =>
    vector(`secret: ${name}`, EVENT, { secrets: given, expect });
  return [
    of('with whsec_ in front', [`whsec_${SECRET}`], 'genuine'),
    of('the second of two', [OTHER_SECRET, SECRET], 'genuine'),
    of('another', [OTHER_SECRET], 'signature_mismatch'),
    of('in another case', [SECRET.toLowerCase()], 'signature_mismatch'),
    of('none', [], 'secret_empty'),
    of('empty', [''], 'secret_empty'),
    of('a character less', [SECRET.slice(1)], 'secret_malformed'),
    of('a line break at the end', [`${SECRET}\n`], 'secret_malformed'),
    of('a character that is no letter or digit', [`${SECRET.slice(1)}+`], 'secret_malformed'),
  ];
}

/** Vectors with replay protection: a delivery of SIGNED_AT_S with some headers replaced. */
function standardHeaders(): Vector[] {
  const timestamp = String(SIGNED_AT_S);
  const signature = standardSignature(SECRET, UUID, timestamp);
  const of = (
    name: string,
    expect: string,
    replaced: Record<string, string> = {},
    change: Partial<Vector> = {},
  ) => {
    const headers = {
      'webhook-id': UUID,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
      ...replaced,
    };
    const present = Object.entries(headers).filter(([, value]) => value !== '');
    return vector(`standard: ${name}`, EVENT, {
      headers: { 'X-Signature': hmacHex(SECRET, EVENT), ...Object.fromEntries(present) },
      replay_protection: true,
      expect,
      ...change,
    });
  };
  const other = standardSignature(OTHER_SECRET, UUID, timestamp);
  return [
    of('a delivery of now', 'genuine'),
    of('300 s old', 'genuine', {}, { at_s: SIGNED_AT_S + 300 }),
    of('301 s old', 'timestamp_stale', {}, { at_s: SIGNED_AT_S + 301 }),
    of('300 s ahead', 'genuine', {}, { at_s: SIGNED_AT_S - 300 }),
    of('301 s ahead', 'timestamp_stale', {}, { at_s: SIGNED_AT_S - 301 }),
    of(
      'a day old, where nobody asked',
      'genuine',
      {},
      { at_s: SIGNED_AT_S + 86_400, replay_protection: false },
    ),
    of('no timestamp', 'timestamp_missing', { 'webhook-timestamp': '' }),
    of('a date for a timestamp', 'timestamp_missing', { 'webhook-timestamp': '2026-11-20T09:20:00Z' }),
    of('a timestamp with a fraction', 'timestamp_missing', { 'webhook-timestamp': `${timestamp}.0` }),
    of('a timestamp moved by a second', 'signature_mismatch', {
      'webhook-timestamp': String(SIGNED_AT_S + 1),
    }),
    of('a zero before the timestamp', 'signature_mismatch', { 'webhook-timestamp': `0${timestamp}` }),
    of('another id', 'signature_mismatch', { 'webhook-id': UUID.replace('0199', '0198') }),
    of('no id', 'signature_missing', { 'webhook-id': '' }),
    of('no signature', 'signature_missing', { 'webhook-signature': '' }),
    of('no version', 'signature_malformed', { 'webhook-signature': signature.slice(3) }),
    of('another version', 'signature_malformed', { 'webhook-signature': `v2,${signature.slice(3)}` }),
    of('another secret', 'signature_mismatch', { 'webhook-signature': other }),
    of('the second of two signatures', 'genuine', { 'webhook-signature': `${other} ${signature}` }),
    of('behind a signature of another version', 'genuine', { 'webhook-signature': `v1a,AAAA ${signature}` }),
    of('with whsec_ in front of the secret', 'genuine', {}, { secrets: [`whsec_${SECRET}`] }),
    of('the second of two secrets', 'genuine', {}, { secrets: [OTHER_SECRET, SECRET] }),
  ];
}

/** Returns a vector. Without changes it is a genuine delivery of `body` under SECRET. */
function vector(name: string, body: string | Buffer, change: Partial<Vector> = {}): Vector {
  return {
    name,
    secrets: [SECRET],
    body_base64: Buffer.from(body as string).toString('base64'),
    headers: change.headers ?? { 'X-Signature': hmacHex(SECRET, body) },
    at_s: SIGNED_AT_S,
    replay_protection: false,
    expect: 'genuine',
    ...change,
  };
}

function standardSignature(secret: string, id: string, timestamp: string): string {
  const signed = Buffer.from(`${id}.${timestamp}.${EVENT}`);
  return `v1,${hmac(Buffer.from(secret, 'base64'), signed).toString('base64')}`;
}

function hmacHex(secret: string, body: string | Buffer): string {
  return hmac(Buffer.from(secret), Buffer.from(body as string)).toString('hex');
}

function hmac(key: Buffer, message: Buffer, digest = 'sha256'): Buffer {
  return openssl(
    ['dgst', `-${digest}`, '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-binary'],
    message,
  );
}

function openssl(args: string[], input: Buffer): Buffer {
  return execFileSync('openssl', args, { input });
}

if (import.meta.main) {
  writeFileSync(new URL('vectors.json', import.meta.url), `${JSON.stringify(buildVectors(), null, 2)}\n`);
}

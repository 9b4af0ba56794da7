import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailText } from '../testing/mail-text.ts';
import { MailReader } from './reader.ts';

const reader = new MailReader();
after(() => reader.close());

const HOSTILE: [string, Parameters<typeof mailText>[0]][] = [
  ['20,000 parts', partsOf(20_000)],
  ['parts in parts, 2,000 deep', nestedParts(2_000)],
  ['a megabyte of nested elements', html('<div>'.repeat(200_000))],
  ['a megabyte of an attribute without an end', html(`<a title="${'<'.repeat(1_000_000)}`)],
  ['a megabyte of comments without an end', html('<!--'.repeat(250_000))],
  ['a megabyte of entities', html('&#x41;'.repeat(170_000))],
  ['20,000 people', { to: Array.from({ length: 20_000 }, (_, n) => `p${n}@x.example`).join(', ') }],
];

for (const [what, mail] of HOSTILE)
  test(`${what} hold nothing but the thread that reads them`, async () => {
    const bytes = Buffer.from(mailText(mail));
    const loop = watchLoop();
    const read = await reader.readMail(bytes);
    const { took_ms, longest_ms } = loop.end();
    assert.ok(read.html === null || read.html.length < 600_000, 'it is not shown as it was designed');
    assert.ok(read.attachments.length <= 200);
    assert.ok(read.text.length <= 500_000);
    // Whatever the machine: a reader in this thread would have held it for all of the time.
    assert.ok(longest_ms < Math.max(250, took_ms / 2), `held for ${longest_ms} of ${took_ms} ms`);
  });

test('parts are counted before they are taken apart, and lines that look like them are none', async () => {
  const parts = await reader.readMail(Buffer.from(mailText(partsOf(1_001))));
  assert.equal(parts.unreadable, 'too_many_parts');
  const lines = '-- \r\n--b1\r\n---\r\n'.repeat(2_000);
  const many = { ...partsOf(2), body: `--b\r\n\r\n${lines}\r\n--b--` };
  const read = await reader.readMail(Buffer.from(mailText(many)));
  assert.deepEqual([read.unreadable, read.text.length > 20_000], [null, true]);
});

test('a mail that takes too long ends its thread, and the next one is read in another', async () => {
  const short = new MailReader(1_000);
  // Boundaries that nobody counts, since they stand in pieces (RFC 2231 §3).
  const hidden = { ...partsOf(60_000), type: 'multipart/mixed; boundary*0=""; boundary*1="b"' };
  const read = await short.readMail(Buffer.from(mailText(hidden)));
  assert.deepEqual([read.unreadable, read.attachments], ['broken', []]);
  assert.equal((await short.readMail(Buffer.from(mailText({ body: 'Fine.' })))).text.trim(), 'Fine.');
  await short.close();
});

function html(body: string): Parameters<typeof mailText>[0] {
  return { type: 'text/html; charset=utf-8', body };
}

function partsOf(count: number): Parameters<typeof mailText>[0] {
  const part =
    '--b\r\nContent-Type: image/gif; name="a.gif"\r\nContent-Disposition: attachment\r\n\r\nGIF89a\r\n';
  return { type: 'multipart/mixed; boundary=b', body: `${part.repeat(count)}--b--` };
}

function nestedParts(depth: number): Parameters<typeof mailText>[0] {
  const open = (n: number) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`;
  const body = Array.from({ length: depth }, (_, n) => open(n)).join('');
  return { type: 'multipart/mixed; boundary=b0', body };
}

/** Watches how long this thread does nothing but one thing. */
function watchLoop(): { end: () => { took_ms: number; longest_ms: number } } {
  const began = performance.now();
  let [last, longest_ms] = [began, 0];
  const turn = () => {
    const now = performance.now();
    longest_ms = Math.max(longest_ms, now - last);
    last = now;
  };
  const timer = setInterval(turn, 5);
  return {
    end: () => {
      clearInterval(timer);
      turn();
      return { took_ms: performance.now() - began, longest_ms };
    },
  };
}

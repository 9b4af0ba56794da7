// Measures `verifySync` of an event of 1 KiB against the shortest code that a receiver could write.
// Both return the parsed event; the last line shows the bare check without parsing.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { verifySync } from '@rapport/webhooks';
import { fakeEvent, signedRequest, TEST_SECRET } from '@rapport/webhooks/testing';
import { median, report } from './report.ts';
import { sized } from './sized.ts';

const CALLS = sized(20_000, 200);
/**
 * Rounds alternate, so that a busy machine slows both alike. The median of the ratios ignores
 * single disturbances.
 */
const ROUNDS = 15;

const client = {
  uuid: '0199c1de-0000-7000-8000-000000000004',
  type: 'organisation',
  name: 'Zoë & Søn A/S',
  email: 'post@example.com',
  phone: '+45 33 12 34 56',
  website: 'https://example.com',
  city: 'København',
  tags: ['customer', 'north'],
  version: 7,
  note: '',
};
client.note = 'x'.repeat(1024 - Buffer.byteLength(signedRequest(event(), TEST_SECRET).body));
const request = signedRequest(event(), TEST_SECRET);
const body = Buffer.from(request.body);
const signature = request.headers['x-signature'] as string;

const verified = () => verifySync(body, request.headers, TEST_SECRET);
const byHand = () => (isGenuine() ? JSON.parse(body.toString()) : undefined);

for (const work of [verified, byHand, isGenuine]) time_us(work);
const rounds = Array.from({ length: ROUNDS }, () => ({
  verified_us: time_us(verified),
  byHand_us: time_us(byHand),
  bare_us: time_us(isGenuine),
}));
const ratio = median(rounds.map(({ verified_us, byHand_us }) => byHand_us / verified_us));
const bareRatio = median(rounds.map(({ verified_us, bare_us }) => bare_us / verified_us));

report([
  {
    what: 'verify 1 KiB ÷ HMAC check and parse by hand',
    measured: ratio,
    target: { at_least: 0.9 },
    unit: '',
    note: `${median(rounds.map((r) => r.verified_us)).toFixed(1)} µs; without parsing the bare check is ${bareRatio.toFixed(2)}`,
  },
]);

function event() {
  return fakeEvent('client.updated', client, {
    uuid: client.uuid,
    previous: { name: 'Zoë' },
    changed_fields: ['name'],
  });
}

function isGenuine(): boolean {
  const expected = createHmac('sha256', TEST_SECRET).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function time_us(work: () => unknown): number {
  const start_ms = performance.now();
  for (let i = 0; i < CALLS; i++) work();
  return ((performance.now() - start_ms) * 1000) / CALLS;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyHeld } from './rules.ts';

const OWN = new Set(['ada@example.com']);
const held = (results: string | null, senders = ['ada@example.com']) =>
  whyHeld({ senders, results }, OWN, 'mx.example');

test('SPF, DKIM or DMARC of the domain of the sender, or one above it, proves the sender', () => {
  for (const results of [
    'mx.example; dkim=pass (2048-bit key) header.d=example.com header.s=a header.b=x',
    'mx.example 1; spf=pass smtp.mailfrom=ada@example.com',
    'MX.example; spf = pass smtp.mailfrom = example.com',
    'mx.example; dmarc=pass (p=none dis=none) header.from=Example.COM.',
    'mx.example; dkim=fail header.d=example.com; dkim=pass header.i=@example.com',
    'mx.example; dkim/1=pass header.d=other.example; spf=softfail; dkim=pass header.d=example.com',
  ])
    assert.equal(held(results), null, results);
  const below = whyHeld(
    { senders: ['ada@team.example.com'], results: 'mx.example; dkim=pass header.d=example.com' },
    new Set(['ada@team.example.com']),
    'mx.example',
  );
  assert.equal(below, null);
});

test('nothing else does', () => {
  for (const results of [
    null,
    '',
    'mx.example',
    'mx.example; none',
    'mx.other; dkim=pass header.d=example.com',
    'mx.example.evil; dkim=pass header.d=example.com',
    'mx.example; dkim=pass header.d=evil.example',
    'mx.example; dkim=pass header.d=notexample.com',
    'mx.example; dkim=pass header.d=com',
    'mx.example; dkim=pass header.d=team.example.com',
    'mx.example; dkim=pass',
    'mx.example; dkim=fail header.d=example.com',
    'mx.example; dkim=neutral (pass) header.d=example.com',
    'mx.example; spf=pass smtp.helo=example.com',
    'mx.example; spf=pass smtp.mailfrom=x@evil.example; dkim=none (dkim=pass header.d=example.com)',
    'mx.example; spf=pass (a; dkim=pass header.d=example.com) smtp.mailfrom=x@evil.example',
    'mx.example; spf=pass smtp.mailfrom="x; dkim=pass header.d=example.com; "@evil.example',
    'mx.example; spf=pass smtp.mailfrom="x\\"; dkim=pass header.d=example.com; "@evil.example',
    'mx.example; spf=fail (open; dkim=pass header.d=example.com',
    'mx.example; iprev=pass policy.iprev=example.com; auth=pass smtp.auth=ada@example.com',
  ])
    assert.equal(held(results), 'unproven', String(results));
  const proven = 'mx.example; dkim=pass header.d=example.com';
  assert.equal(whyHeld({ senders: ['ada@example.com'], results: proven }, OWN, null), 'unproven');
});

test('a mail with several senders, or none, is of nobody', () => {
  const proven = 'mx.example; dkim=pass header.d=example.com';
  assert.equal(held(proven, ['ada@example.com', 'eve@evil.example']), 'unclear_sender');
  assert.equal(held(proven, ['ada@example.com', 'ada@example.com']), 'unclear_sender');
  assert.equal(held(proven, []), 'unclear_sender');
  assert.equal(held(proven, ['ada@example.com@evil.example']), 'unclear_sender');
  assert.equal(held(proven, ['eve@example.com']), 'other_sender');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EndpointError } from '../errors.ts';
import { readCredentials } from './credentials.ts';

const FORM = { client_id: 'app', client_secret: 'secret' };
const BASIC = `Basic ${Buffer.from('app:secret').toString('base64')}`;

function refusal(authorization: string, form: Record<string, string>): string {
  const refused = readCredentials(authorization, form);
  assert.ok(refused instanceof EndpointError);
  assert.equal(refused.error, 'invalid_request');
  return refused.description;
}

test('a secret both in the body and in Basic is refused for that reason (RFC 6749 §2.3)', () => {
  assert.match(
    refusal(BASIC, FORM),
    /has a client secret in the Authorization header and another in the body/,
  );
});

test('another Authorization header is not taken for a second secret', () => {
  for (const header of ['Bearer rpt_pat_x', 'Digest x', '']) {
    const description = refusal(header, FORM);
    assert.match(description, /the Authorization header is not Basic\. Leave the header out/, header);
    assert.doesNotMatch(description, /another/);
  }
});

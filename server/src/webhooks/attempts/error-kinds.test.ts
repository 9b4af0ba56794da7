import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConnectionFault, explainError, kindOfError } from './error-kinds.ts';

const kinds: [code: string, kind: ConnectionFault][] = [
  ['ECONNREFUSED', 'connect_failed'],
  ['EHOSTDOWN', 'connect_failed'],
  ['EPERM', 'connect_failed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['ETIMEDOUT', 'connect_timeout'],
  ['CERT_HAS_EXPIRED', 'tls_failed'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
  ['INVALID_PURPOSE', 'tls_failed'],
  ['HPE_INVALID_CONSTANT', 'invalid_response'],
  ['UND_ERR_HEADERS_OVERFLOW', 'invalid_response'],
  ['ECONNRESET', 'connection_reset'],
  ['UND_ERR_SOCKET', 'connection_reset'],
];
for (const [code, kind] of kinds) {
  test(`${code} is ${kind}, and the words for it name the code and say what to do`, () => {
    assert.equal(kindOfError(code), kind);
    const words = explainError(kind, code);
    assert.ok(words.includes(`(${code}). `) && words.endsWith('.'), words);
  });
}

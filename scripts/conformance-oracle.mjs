// `npm run conformance:oracle`: runs the same checklist against oidc-provider, to find differences
// in reading an RFC.
process.env.RAPPORT_CONFORMANCE_TARGET = 'oracle';
process.argv.push(
  'conformance/oauth/authorize.test.ts',
  'conformance/oauth/redirect-uris.test.ts',
  'conformance/oauth/codes.test.ts',
  'conformance/oauth/token-endpoint.test.ts',
  'conformance/oauth/tokens.test.ts',
  'conformance/oauth/revoke-and-introspect.test.ts',
  'conformance/oauth/metadata.test.ts',
  'conformance/oauth/openid.test.ts',
);
await import('./test.mjs');

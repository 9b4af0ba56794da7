// `npm run conformance:clients`: client libraries of other languages against the real server; says
// which are not installed.
process.argv.push('conformance/clients/clients.ts');
await import('./test.mjs');

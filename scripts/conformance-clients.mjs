// `npm run conformance:clients`: tests client libraries of other languages against the real server.
// Names those that are not installed.
process.argv.push('conformance/clients/clients.ts');
await import('./test.mjs');

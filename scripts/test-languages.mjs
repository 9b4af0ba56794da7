// `npm run test:languages`: installs the languages of the reference receivers, the libraries of the
// OAuth clients (on Debian, as root), Next.js and older versions of Node. Then it tests all
// receivers, these clients, and the published packages on each Node.
import { ensureDependencies } from './lib/dependencies.mjs';
import { runPinnedNode } from './lib/pinned-node.mjs';
import { root } from './lib/root.mjs';

ensureDependencies();
const exitCode = await runPinnedNode(['examples/receivers/testing/install-languages.ts'], { cwd: root });
if (exitCode !== 0) process.exit(exitCode);
process.argv.push(
  'examples/receivers/receivers.slow.test.ts',
  'conformance/clients/clients.slow.test.ts',
  'packages/webhooks/pack.slow.test.ts',
  'packages/client/pack.slow.test.ts',
);
await import('./test.mjs');

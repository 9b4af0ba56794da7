// `npm run test:languages`: installs the languages of the reference receivers (Debian, as root), then tests all of them.
import { ensureDependencies } from './lib/dependencies.mjs';
import { runPinnedNode } from './lib/pinned-node.mjs';
import { root } from './lib/root.mjs';

ensureDependencies();
const exitCode = await runPinnedNode(['examples/receivers/testing/install-languages.ts'], { cwd: root });
if (exitCode !== 0) process.exit(exitCode);
process.argv.push('examples/receivers/receivers.test.ts');
await import('./test.mjs');

// `npm run pack`: builds the four packages of a release in dist/, ready for `npm publish`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { runPinnedNode } from './lib/pinned-node.mjs';
import { root } from './lib/root.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

const dist = join(root, 'dist');
ensureDependencies();
await ensureWebPages();
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const [script, ...args] of [
  ['scripts/build-package.ts', 'packages/webhooks', 'dist/webhooks'],
  ['scripts/build-package.ts', 'packages/client', 'dist/client'],
  ['scripts/build-n8n.ts', 'dist/n8n'],
  ['scripts/build-server.ts', 'dist/server'],
]) {
  const exitCode = await runPinnedNode(['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
  });
  if (exitCode !== 0) process.exit(exitCode);
  execFileSync('npm', ['pack', `./${args.at(-1)}`, '--pack-destination', dist, '--silent'], { cwd: root });
}
for (const file of readdirSync(dist).filter((name) => name.endsWith('.tgz'))) console.log(`dist/${file}`);

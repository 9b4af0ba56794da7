#!/usr/bin/env node
// Plain JavaScript that Node 20 runs. An older Node starts the command again under the Node that
// npm installed with Rapport.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileCache, isNewEnough, runPinnedNode } from '../../scripts/lib/pinned-node.mjs';

const command = new URL('../src/rapport.ts', import.meta.url);
if (isNewEnough()) {
  module.enableCompileCache(compileCache);
  await import(command);
} else process.exit(await runPinnedNode([fileURLToPath(command), ...process.argv.slice(2)]));

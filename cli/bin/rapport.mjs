#!/usr/bin/env node
// Plain JavaScript for Node 20: an older Node hands over to the one that npm installed with
// Rapport.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileCache, isNewEnough, runPinnedNode } from '../../scripts/lib/pinned-node.mjs';

const command = new URL('../src/rapport.ts', import.meta.url);
if (isNewEnough()) {
  module.enableCompileCache(compileCache);
  await import(command);
} else process.exit(await runPinnedNode([fileURLToPath(command), ...process.argv.slice(2)]));

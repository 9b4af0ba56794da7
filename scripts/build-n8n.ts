// Builds the nodes for n8n for publishing, as CommonJS, because n8n loads each file by `require`:
// `node build-n8n.ts TARGET`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const source = join(root, 'packages/n8n-nodes-rapport');
const target = resolve(process.argv[2] ?? join(source, 'dist'));

rmSync(target, { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const args = [tsc, '-p', join(source, 'tsconfig.build.json'), '--outDir', join(target, 'dist')];
if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exit(1);
// The stand-in of n8n was there for its types alone.
rmSync(join(target, 'dist/testing'), { recursive: true });
cpSync(join(source, 'icons'), join(target, 'dist/icons'), { recursive: true });
const {
  private: _private,
  type: _type,
  ...manifest
} = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(source, 'README.md'), join(target, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));

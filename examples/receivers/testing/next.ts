// A Next.js project with our routes, as a user of Rapport has it. `node next.ts` builds it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES_CACHE } from '../../../scripts/testing/packed-package.ts';

const root = join(import.meta.dirname, '../../..');

const NEXT_PROJECT = join(LANGUAGES_CACHE, 'next');

const NEXT = join(NEXT_PROJECT, 'node_modules/next/dist/bin/next');

export function isNextInstalled(): boolean {
  return existsSync(NEXT);
}

export function installNext(): void {
  mkdirSync(NEXT_PROJECT, { recursive: true });
  cpSync(join(root, 'examples/receivers/node/next/package.json'), join(NEXT_PROJECT, 'package.json'));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: NEXT_PROJECT, stdio: 'inherit' });
}

export function startNext(port: number): string[] {
  return [process.execPath, NEXT, 'start', NEXT_PROJECT, '--hostname', '127.0.0.1', '--port', `${port}`];
}

/** Builds without a secret, because build machines have none. */
function buildNext(): void {
  for (const folder of ['app', 'pages']) {
    rmSync(join(NEXT_PROJECT, folder), { recursive: true, force: true });
    cpSync(join(root, 'examples/receivers/node/next', folder), join(NEXT_PROJECT, folder), {
      recursive: true,
    });
  }
  run(NEXT, 'build', NEXT_PROJECT);
}

function run(...args: string[]): void {
  const { SIGNING_SECRET: _, ...env } = process.env;
  const quiet = { ...env, NEXT_TELEMETRY_DISABLED: '1' };
  execFileSync(process.execPath, args, { cwd: NEXT_PROJECT, env: quiet, stdio: 'inherit' });
}

if (import.meta.main) buildNext();

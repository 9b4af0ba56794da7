import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * The downloads of `npm run test:languages`, outside the project because the project does not need
 * them.
 */
export const LANGUAGES_CACHE = join(homedir(), '.cache/rapport-languages');

const OTHER_NODES = join(LANGUAGES_CACHE, 'nodes');

/** The versions of Node that a published package must work with. */
export const NODE_MAJORS = [20, 22, 24, 26];

type Scratch = {
  folder: string;
  write(file: string, text: string): void;
  /** Runs a command in the folder and returns its output. */
  run(command: string, args: string[]): string;
  /** Compiles each file as a strict program. */
  checkTypes(...files: string[]): void;
};

/**
 * Builds and packs a package, and installs it into a folder outside the project, like any other
 * user of the package. It has no dependencies, so no registry is asked.
 */
export function installPacked(name: string): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `rapport-${name}-`)));
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  run(process.execPath, [
    join(root, 'scripts/build-package.ts'),
    join(root, 'packages', name),
    join(folder, 'dist'),
  ]);
  write('package.json', '{"private":true}');
  run('npm', ['pack', './dist', '--silent']);
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) as string;
  run('npm', ['install', `./${tarball}`, '--offline', '--no-audit', '--no-fund', '--silent']);
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--ignoreConfig', '--strict', '--module', 'nodenext', '--types', 'node'];
  const checkTypes = (...files: string[]) => void run(process.execPath, [tsc, ...options, ...files]);
  return { folder, write, run, checkTypes };
}

/**
 * Returns a Node of that major version: the running one, one of the machine, or one that
 * `installNodes` has installed.
 */
export function findNode(major: number): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    process.execPath,
    ...folders.map((folder) => join(folder, 'node')),
    join(OTHER_NODES, `node_modules/node-${major}/bin/node`),
  ].filter(existsSync);
  return candidates.find((node) =>
    execFileSync(node, ['--version'], { encoding: 'utf8' }).startsWith(`v${major}.`),
  );
}

/** Installs the versions of Node that the machine lacks, about 190 MB each. */
export function installNodes(): void {
  const lacking = NODE_MAJORS.filter((major) => findNode(major) === undefined);
  if (lacking.length === 0) return;
  const source = `node-${process.platform}-${process.arch}`;
  mkdirSync(OTHER_NODES, { recursive: true });
  writeFileSync(join(OTHER_NODES, 'package.json'), '{"private":true}');
  const names = lacking.map((major) => `node-${major}@npm:${source}@${major}`);
  const options = ['--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...names, ...options], { cwd: OTHER_NODES, stdio: 'inherit' });
}

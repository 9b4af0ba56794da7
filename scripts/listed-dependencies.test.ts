import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The names and patterns in the first column of the tables. */
const listed = [...read('docs/decisions/dependencies.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
  [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
);

const manifests = globSync('**/package.json', {
  cwd: root,
  exclude: (name) => /^(node_modules|dist|\..+)$/.test(name),
});
const dependencies = new Set(manifests.flatMap((file) => dependenciesOf(JSON.parse(read(file)))));

test('every dependency has one line with its reason', () => {
  assert.ok(dependencies.size > 50, `only ${dependencies.size} dependencies were found`);
  const lines = (name: string) => listed.filter((pattern) => matchesGlob(name, pattern)).length;
  assert.deepEqual(
    [...dependencies].filter((name) => lines(name) !== 1),
    [],
  );
});

test('every listed dependency is one', () => {
  const isThere = (pattern: string) => [...dependencies].some((name) => matchesGlob(name, pattern));
  assert.deepEqual(
    listed.filter((pattern) => !isThere(pattern)),
    [],
  );
});

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', object>>;

/** Returns all dependencies except our own packages. */
function dependenciesOf({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return names.filter((name) => !name.startsWith('@rapport/'));
}

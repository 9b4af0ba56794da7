import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const LINE_MAX = 100;

test('the lines of comments have at most 100 columns', () => {
  const folders = '{bench,cli,conformance,e2e,examples,packages,scripts,server/src,web}';
  const sources = globSync(`${folders}/**/*.{ts,tsx,mjs,css}`, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(String(path)),
  });
  const long = sources.flatMap((source) =>
    readFileSync(join(root, source), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(\/\/|\/\*|\*)/.test(line) && line.length > LINE_MAX ? [`${source}:${index + 1}`] : [],
      ),
  );
  assert.deepEqual(long, []);
  assert.ok(sources.length > 1000);
});

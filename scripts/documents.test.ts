import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const documents = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'examples/**/*.md', 'server/src/**/*.md'],
  {
    cwd: root,
    exclude: (path) => String(path).includes('node_modules'),
  },
);

test('the README is read in two minutes: 400 to 500 words', () => {
  const words = readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/).length;
  assert.ok(words >= 400 && words <= 500, `it has ${words}`);
});

test('an operator reads what a release brings in five minutes: at most 1,200 words', () => {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const long = sections.map((section) => [section.split('\n')[0], section.split(/\s+/).length] as const);
  assert.deepEqual(
    long.filter(([, words]) => words > 1200),
    [],
  );
});

test('each link between the documents leads to an existing file', () => {
  const broken = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```.*?^```$/gms, '');
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
      const [path] = link!.split('#');
      if (!path || /^[a-z]+:/.test(path)) return [];
      return existsSync(join(root, dirname(document), path)) ? [] : [`${document}: ${link}`];
    });
  });
  assert.deepEqual(broken, []);
  assert.ok(documents.length > 30);
});

test('each decision has a number of its own, which its title begins with', () => {
  const pages = documents.filter((document) => /^docs\/decisions\/\d/.test(document));
  const numbers = pages.map((page) => page.slice('docs/decisions/'.length).slice(0, 4));
  assert.deepEqual(
    numbers.filter((number, index) => numbers.indexOf(number) !== index),
    [],
  );
  const titles = pages.map((page) => readFileSync(join(root, page), 'utf8').slice(0, 7));
  assert.deepEqual(
    titles,
    numbers.map((number) => `# ${number} `),
  );
});

// Builds the service for publishing as @rapport/server: `node build-server.ts TARGET`. Files keep
// their paths but become JavaScript, because Node does not strip types inside node_modules. The
// pages are built.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'dist/server'));
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Files that are copied unchanged. */
const COPIED = [
  'server/migrations',
  'scripts/lib',
  'web/dist',
  'examples/data',
  'docs/guides',
  'CHANGELOG.md',
  'LICENSE',
];
const CODE = [
  'server/src',
  'cli/src',
  'cli/bin',
  'packages/contract',
  'packages/webhooks',
  'packages/client',
];
const LEFT_OUT =
  /\.test\.ts$|\.long\.ts$|(^|\/)(testing|node_modules|dist)(\/|$)|\.(build|config)\.|generate\.ts$/;

/** The file of each import path of our packages, such as `@rapport/contract/events`. */
const OWN_PACKAGES = new Map(['contract', 'webhooks', 'client'].map((name) => [name, exportsOf(name)]));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const path of COPIED) cpSync(join(root, path), join(target, path), { recursive: true });
cpSync(join(root, 'server/README.md'), join(target, 'README.md'));
for (const path of CODE.flatMap(filesIn)) translate(path);
writeManifest();

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (LEFT_OUT.test(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/** Writes a file without types, with its imports changed to JavaScript files. */
function translate(path: string): void {
  const text = readFileSync(join(root, path));
  const to = join(target, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(to), { recursive: true });
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(String(text)) : String(text);
  // package.json contains paths, too. Other files, such as pages.css, stay byte for byte.
  const names = /\.m?[tj]s$|\/package\.json$/.test(path);
  writeFileSync(to, names ? withPaths(path, code) : text);
}

function withPaths(path: string, code: string): string {
  const own = /(['"])@rapport\/(contract|webhooks|client)(\/[\w./-]+)?\1/g;
  return code
    .replaceAll(own, (_, quote, name, file = '') => {
      const named = OWN_PACKAGES.get(name)!(`.${file}`);
      const from = relative(dirname(path), named);
      return `${quote}${from.startsWith('.') ? from : `./${from}`}${quote}`;
    })
    .replaceAll(/(['"]\.{1,2}\/[^'"\n]+)\.ts(['"])/g, '$1.js$2');
}

function exportsOf(name: string): (entry: string) => string {
  const { exports } = readJson(`packages/${name}/package.json`) as { exports: Record<string, string> };
  return (entry) => {
    const file = exports[entry] ?? exports['./*']?.replace('*', entry.slice(2));
    if (file === undefined) throw new Error(`@rapport/${name} has no ${entry}`);
    return join('packages', name, file);
  };
}

function writeManifest(): void {
  const { version, description, license, engines, dependencies, optionalDependencies } =
    readJson('package.json');
  const manifest = {
    name: '@rapport/server',
    version,
    description,
    keywords: ['crm', 'webhooks', 'oauth', 'self-hosted', 'rapport'],
    license,
    type: 'module',
    engines,
    bin: { rapport: 'cli/bin/rapport' },
    files: ['cli', 'examples', 'packages', 'scripts', 'server', 'web'],
    dependencies,
    optionalDependencies,
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

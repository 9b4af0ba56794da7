// Builds what is published, since Node does not strip types inside node_modules: JavaScript with types, as ES modules and as
// CommonJS. `npm run build && npm pack ./dist`; another folder may be given: `node build.ts FOLDER`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const here = import.meta.dirname;
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const target = resolve(process.argv[2] ?? join(here, 'dist'));

rmSync(target, { recursive: true, force: true });
compile('esm', 'module', []);
compile('cjs', 'commonjs', [
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--customConditions',
  'node',
]);
writePackage();

/** Compiles into a folder that says which kind of modules it holds and where its `#hmac` is. */
function compile(folder: 'esm' | 'cjs', type: 'module' | 'commonjs', options: string[]): void {
  const out = join(target, folder);
  const args = [
    join(typescript, 'bin/tsc'),
    '-p',
    join(here, 'tsconfig.build.json'),
    '--outDir',
    out,
    ...options,
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  renameImportsInTypes(out);
  const hmac = { browser: './hmac.web.js', node: './hmac.node.js', default: './hmac.web.js' };
  writeJson(join(out, 'package.json'), { type, sideEffects: false, imports: { '#hmac': hmac } });
}

/** The compiler rewrites `.ts` in imports of the JavaScript only. */
function renameImportsInTypes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

/** The same manifest, with each export pointing at what was compiled from it. */
function writePackage(): void {
  const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const { private: _private, scripts: _scripts, imports: _imports, exports, ...rest } = manifest;
  const compiled = Object.entries<string>(exports).map(([name, source]) => [name, compiledFrom(source)]);
  writeJson(join(target, 'package.json'), { ...rest, exports: Object.fromEntries(compiled) });
  copyFileSync(join(here, 'README.md'), join(target, 'README.md'));
  copyFileSync(join(here, 'vectors.json'), join(target, 'vectors.json'));
  copyFileSync(join(here, '../../LICENSE'), join(target, 'LICENSE'));
}

function compiledFrom(source: string): unknown {
  if (!source.endsWith('.ts')) return source;
  const of = (folder: string) => {
    const path = source.replace('./src/', `./${folder}/`).replace(/\.ts$/, '');
    return { types: `${path}.d.ts`, default: `${path}.js` };
  };
  return { import: of('esm'), require: of('cjs') };
}

function writeJson(path: string, value: unknown): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

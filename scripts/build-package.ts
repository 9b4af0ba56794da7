// Builds a package for publishing: JavaScript with types, as ES modules and as CommonJS, because
// Node does not strip types inside node_modules. Run `npm run build && npm pack ./dist` in the
// folder of the package. The build is `node build-package.ts PACKAGE [TARGET]`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const source = resolve(process.argv[2] ?? '.');
const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const target = resolve(process.argv[3] ?? join(source, 'dist'));

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

/** Compiles into a folder whose package.json declares the kind of modules and the `#imports`. */
function compile(folder: 'esm' | 'cjs', type: 'module' | 'commonjs', options: string[]): void {
  const out = join(target, folder);
  const args = [
    join(typescript, 'bin/tsc'),
    '-p',
    join(source, 'tsconfig.build.json'),
    '--outDir',
    out,
    ...options,
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  renameImportsInTypes(out);
  const text = JSON.stringify(manifest.imports ?? {})
    .replaceAll('./src/', './')
    .replaceAll('.ts"', '.js"');
  writeJson(join(out, 'package.json'), { type, sideEffects: false, imports: JSON.parse(text) });
}

/** Renames `.ts` in the imports of type declarations. The compiler does that only in JavaScript. */
function renameImportsInTypes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

/** Writes the manifest of the package, with each export pointing to its compiled file. */
function writePackage(): void {
  const { private: _private, scripts: _scripts, imports: _imports, exports, ...rest } = manifest;
  const files = Object.entries<string>(exports);
  const compiled = files.map(([name, file]) => [name, compiledFrom(file)]);
  writeJson(join(target, 'package.json'), { ...rest, exports: Object.fromEntries(compiled) });
  const asTheyAre = files.map(([, file]) => file).filter((file) => !file.endsWith('.ts'));
  for (const file of ['README.md', ...asTheyAre]) copyFileSync(join(source, file), join(target, file));
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
}

function compiledFrom(file: string): unknown {
  if (!file.endsWith('.ts')) return file;
  const of = (folder: string) => {
    const path = file.replace('./src/', `./${folder}/`).replace(/\.ts$/, '');
    return { types: `${path}.d.ts`, default: `${path}.js` };
  };
  return { import: of('esm'), require: of('cjs') };
}

function writeJson(path: string, value: unknown): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

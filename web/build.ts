import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * Builds the pages into web/dist, with every file compressed once and for all. It is built beside and then moved, so that a
 * server that starts meanwhile never sees half of it.
 */
const web = import.meta.dirname;
const dist = join(web, 'dist');
const unfinished = `${dist}.${process.pid}`;

await build({
  root: web,
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: unfinished,
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the pages forbids data: addresses for scripts and fonts, and small files compress well.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Libraries mark their modules for servers that render React; here it means nothing.
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
    },
  },
});
for (const name of readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const body = readFileSync(join(unfinished, name));
  writeFileSync(join(unfinished, `${name}.br`), brotliCompressSync(body));
  writeFileSync(join(unfinished, `${name}.gz`), gzipSync(body, { level: 9 }));
}
writeFileSync(join(unfinished, 'built-from'), process.argv[2] ?? '');
rmSync(dist, { recursive: true, force: true });
renameSync(unfinished, dist);

// `npm run bench [name …]` runs the benchmarks one after the other, each in a process of its own.
// It prints one table of the measured figures and their targets. Both sides of a ratio are measured
// in one run, because machines differ and other work disturbs them.
import { fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { holds, type Row, table } from './report.ts';
import { LEASH } from './service.ts';

const names = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.bench.ts'))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
const failed: string[] = [];
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`» ${name}`);
  const measured = await run(name);
  if (measured === null) failed.push(name);
  else rows.push(...measured);
}
console.log(
  `\n${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
console.log(table(rows));
if (failed.length > 0)
  console.error(`\nThese benchmarks failed: ${failed.join(', ')}. Their errors are above.`);
process.exitCode = failed.length === 0 && rows.every(holds) ? 0 : 1;

/** The figures of a benchmark; null when it failed. */
function run(name: string): Promise<Row[] | null> {
  const child = fork(join(import.meta.dirname, `${name}.bench.ts`), {
    execArgv: LEASH,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let result: Row[] | null = null;
  child.on('message', (message: Row[]) => {
    result = message;
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code === 0 ? result : null));
  });
}

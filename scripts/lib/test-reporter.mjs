import { subscribe } from 'node:diagnostics_channel';
import { relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';
import { root } from './root.mjs';

/**
 * A process in which no test begins or ends for this time is ended; a test has two minutes. A file
 * whose tests leave something running (an open port, an endless loop) would never end.
 */
const SILENT_MAX_MS = 5 * 60_000;
const SLOWEST_SHOWN = 10;

/** The tests of each process that have begun and not ended, by the file it was started with. */
const underWay = new Map();
/** What ends each process, by the same file. */
const timers = new Map();
/** The duration of each file that has ended: [file, seconds]. */
const took = [];

subscribe('child_process', ({ process: child }) => {
  const timer = setTimeout(() => endTests(child), SILENT_MAX_MS).unref();
  child.once('spawn', () => timers.set(fileOf(child), timer));
  child.once('exit', () => clearTimeout(timer));
});

/**
 * Reports tests like Node's own reporter. Adds the time of each folder and the slowest files before
 * the summary.
 */
export default async function* report(source) {
  yield* Readable.from(withTimes(source)).pipe(new spec());
}

async function* withTimes(source) {
  let isTold = false;
  for await (const event of source) {
    note(event);
    // This is the first line of the summary.
    if (!isTold && event.type === 'test:plan' && event.data.nesting === 0) {
      isTold = true;
      for (const message of timeLines()) yield { type: 'test:diagnostic', data: { nesting: 0, message } };
    }
    yield event;
  }
}

function note({ type, data }) {
  const process = data.entryFile ?? data.file;
  const running = underWay.get(process) ?? new Set();
  underWay.set(process, running);
  timers.get(process)?.refresh();
  if (type === 'test:dequeue') running.add(data.name);
  if (type === 'test:complete') running.delete(data.name);
  // Files that share a process are a suite each (grouped-tests.mjs).
  const isFile = data.nesting === 0 && data.name?.endsWith('.test.ts');
  if (type === 'test:complete' && isFile)
    took.push([relative(root, resolve(data.name)), data.details.duration_ms / 1000]);
}

function timeLines() {
  const folders = Object.entries(Object.groupBy(took, ([file]) => file.split('/')[0])).map(
    ([folder, files]) => [folder, files.reduce((sum, [, seconds]) => sum + seconds, 0)],
  );
  const slowest = took.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN);
  const lines = (times) => times.map(([name, seconds]) => `  ${seconds.toFixed().padStart(5)} s  ${name}`);
  return ['time by folder, of several files at once', ...lines(folders), 'slowest files', ...lines(slowest)];
}

/** Ends a process that says nothing any more, and names its tests that were running. */
function endTests(child) {
  const file = fileOf(child);
  if (!underWay.has(file) || child.exitCode !== null) return;
  const tests = [...underWay.get(file)].filter((name) => resolve(name) !== file);
  const what = tests.length > 0 ? `"${tests.join('", "')}"` : 'no test: something was left open';
  const silent = `after ${SILENT_MAX_MS / 60_000} minutes in which no test began or ended`;
  console.error(`${relative(root, file)} is ended ${silent}. Under way: ${what}.`);
  child.kill('SIGKILL');
}

/** The file that a process was started with. The runner names it relative to its own folder. */
function fileOf(child) {
  return resolve(child.spawnargs.at(-1));
}

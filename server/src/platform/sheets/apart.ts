import { type ChildProcess, fork } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setInterval as ticks } from 'node:timers/promises';

/** What is heard last of a reader that was ended, or ended by itself. */
export type Ended = { is: 'ended'; why: string };

/** Time of a processor. A million ordinary rows take less: a file that needs more is no list. */
const TIME_MAX_MS = 30_000;
const TIME_MAX_MS_PER_MIB = 1_000;

/** On a busy machine it takes so many times longer by the clock. */
const BUSY_FACTOR = 10;

/** What V8 may take, and all of the process. A workbook of 200,000 rows takes 150 MB. */
const HEAP_MAX_MB = 384;
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 250;

/** In the child, where the file is. Behind standard streams and the channel. */
export const FILE_FD = 4;

/** The time of a processor that reading so much may take. */
export function readingTimeOf(size_bytes: number): number {
  return TIME_MAX_MS + (size_bytes / 1024 / 1024) * TIME_MAX_MS_PER_MIB;
}

/**
 * A program that reads a file of a stranger in a process of its own, which may die: what the file
 * does to it, no request suffers. It has no database, no keys and no network to speak to. It is
 * ended from outside when it takes too much.
 */
export class Apart<Told extends object, Heard extends object> {
  readonly #child: ChildProcess;
  readonly #time_max_ms: number;
  readonly #heard: (Heard | Ended)[] = [];
  #wake = () => {};
  /** By the clock, while somebody waited for it. */
  #waited_ms = 0;

  /**
   * `program` is the path of its file, made with `join` so that the package names the JavaScript.
   */
  constructor(program: string, file: FileHandle, time_max_ms: number) {
    const { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX } = process.env;
    this.#time_max_ms = time_max_ms;
    this.#child = fork(program, [], {
      // No secret of the service is in the environment of what reads files of strangers.
      env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, TMPDIR: tmpdir() },
      execArgv: [`--max-old-space-size=${HEAP_MAX_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', file.fd],
    });
    this.#child.on('message', (message: Heard) => this.#take(message));
    // A message that was sent before is heard before.
    this.#child.on('close', (_code, signal) => this.#take({ is: 'ended', why: whyOf(signal) }));
    this.#child.on('error', () => this.#take({ is: 'ended', why: 'could not begin' }));
  }

  /** Tells it something. One that has died hears nothing; `hear` tells its end. */
  tell(message: Told): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /**
   * Waits for the next that it says. Only then its time by the clock counts: while we work, it
   * waits for us.
   */
  async hear(): Promise<Heard | Ended> {
    const watch = new AbortController();
    const since_ms = performance.now();
    void this.#watch(since_ms, watch.signal);
    while (this.#heard.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    watch.abort();
    this.#waited_ms += performance.now() - since_ms;
    return this.#heard.shift()!;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  #take(message: Heard | Ended): void {
    this.#heard.push(message);
    this.#wake();
  }

  async #watch(since_ms: number, signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of ticks(WATCH_MS, null, { signal })) {
        const { cpu_ms, memory_bytes } = await usageOf(this.#child.pid);
        const waited_ms = this.#waited_ms + performance.now() - since_ms;
        if (cpu_ms > this.#time_max_ms || waited_ms > this.#time_max_ms * BUSY_FACTOR)
          this.#take({ is: 'ended', why: `takes longer than ${Math.ceil(this.#time_max_ms / 1000)} s` });
        if (memory_bytes > MEMORY_MAX_BYTES)
          this.#take({ is: 'ended', why: 'takes more than 1 GiB of memory' });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Why a reader ended by itself: V8 and the system end it by a signal when memory runs out. */
function whyOf(signal: NodeJS.Signals | null): string {
  return signal === null ? 'is of a form that makes its reader fail' : 'takes more memory than a list does';
}

/** What comes of `work`, or `instead` as soon as somebody calls it off. */
export function unlessAborted<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
  instead: () => Result,
): Promise<Result> {
  const calledOff = new Promise<Result>((resolve) => {
    if (signal.aborted) resolve(instead());
    signal.addEventListener('abort', () => resolve(instead()), { once: true });
  });
  return Promise.race([calledOff, work]);
}

/** Linux counts the time of processors in hundredths of a second for programs, on every machine. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** What a process took so far, where Linux tells it; else nothing. */
async function usageOf(pid: number | undefined): Promise<{ cpu_ms: number; memory_bytes: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the name, which may hold anything: utime, stime and rss are fields 14, 15 and 24
  // (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3] ?? 0);
  return { cpu_ms: (field(14) + field(15)) * TICK_MS, memory_bytes: field(24) * PAGE_BYTES };
}

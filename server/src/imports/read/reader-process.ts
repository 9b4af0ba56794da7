import { type ChildProcess, fork } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Encoding } from '@rapport/contract/encodings';
import type { ProblemCode } from '@rapport/contract/problems';
import { Problem } from '../../platform/problem.ts';
import type { DeclaredField } from '../../records/custom-fields/declared.ts';
import { nothingImported } from '../../records/import/receiving.ts';
import type { HeaderLines } from './find-header.ts';
import type { KeptFile } from './kept-file.ts';
import type { Chunk } from './take-files.ts';

/** What the service says of a form: what the Account declares, and how texts are to be read. */
export type Begun = {
  declared: readonly DeclaredField[];
  encoding?: Encoding;
  header_line?: HeaderLines;
};

/** What the fields of a form say. */
export type FormFields = { account_uuid?: string; encoding?: string; header_line?: string };

/** What the reader is told. */
export type Task = { is: 'task'; form_fd: number; content_type: string };
export type ToReader = Task | ({ is: 'begin' } & Begun) | { is: 'next' };

/** What the reader tells. It waits for an answer to `form` and `chunk`. */
export type FromReader =
  | ({ is: 'form' } & FormFields)
  | { is: 'file'; name: string }
  | { is: 'chunk'; chunk: Chunk }
  | { is: 'end'; files: KeptFile[] }
  | { is: 'refused'; code: ProblemCode; detail: string };

/** A form on the disk of this process, as it was sent. */
export type SentForm = { file: FileHandle; size_bytes: number; content_type: string };

/** Who wants to know what is in a form. */
export type FormUser = {
  /** Called with what the fields of the form say. A Problem ends the reading. */
  begin: (fields: FormFields) => Promise<Begun | Problem>;
  keep: (chunk: Chunk) => Promise<void>;
};

/** Time of a processor. A million ordinary rows take less: a file that needs more is no list. */
const TIME_MAX_MS = 30_000;
const TIME_MAX_MS_PER_MIB = 1_000;

/** On a busy machine it takes so many times longer by the clock. */
const BUSY_FACTOR = 10;

/** What V8 may take, and all of the process. A workbook of 200,000 rows takes 150 MB. */
const HEAP_MAX_MB = 384;
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 250;

/** In the child, where the form is. Behind standard streams and the channel. */
const FORM_FD = 4;

/**
 * Reads the files of a form in a process of its own, which ends with it. 400 for what cannot be
 * read, and for a file that takes too long or too much memory; 503 when `signal` ends it before.
 */
export async function readForm(
  { file, size_bytes, content_type }: SentForm,
  user: FormUser,
  signal: AbortSignal,
  time_max_ms = TIME_MAX_MS + (size_bytes / 1024 / 1024) * TIME_MAX_MS_PER_MIB,
): Promise<KeptFile[] | Problem> {
  if (signal.aborted) return nothingImported();
  const reader = startReader(file);
  const end = Promise.withResolvers<KeptFile[] | Problem>();
  let name = '';
  const watch = new Watch(reader, time_max_ms, (why) => end.resolve(tooMuch(name, why)));
  const callOff = () => end.resolve(nothingImported());
  signal.addEventListener('abort', callOff);
  reader.on('message', (message: FromReader) => {
    if (message.is === 'file') name = message.name;
    else watch.rests(answerTo(message)).catch(end.reject);
  });
  reader.on('error', end.reject);
  // A message that was sent before is heard before.
  reader.on('close', () => end.resolve(tooMuch(name, 'the reader ended')));
  const answerTo = async (message: FromReader) => {
    if (message.is === 'end') end.resolve(message.files);
    else if (message.is === 'refused') end.resolve(new Problem(message.code, message.detail));
    else if (message.is === 'chunk') {
      await user.keep(message.chunk);
      tell(reader, { is: 'next' });
    } else if (message.is === 'form') {
      const begun = await user.begin(message);
      if (begun instanceof Problem) end.resolve(begun);
      else tell(reader, { is: 'begin', ...begun });
    }
  };
  tell(reader, { is: 'task', form_fd: FORM_FD, content_type });
  try {
    return await end.promise;
  } finally {
    signal.removeEventListener('abort', callOff);
    watch.end();
    reader.kill('SIGKILL');
  }
}

function startReader(form: FileHandle): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX } = process.env;
  // Written like an import, so that the package names the JavaScript file (0054).
  return fork(join(import.meta.dirname, './reader.ts'), [], {
    // No secret of the service is in the environment of what reads files of strangers.
    env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, TMPDIR: tmpdir() },
    execArgv: [`--max-old-space-size=${HEAP_MAX_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', form.fd],
  });
}

/** A reader that has died hears nothing; its end is told by `close`. */
function tell(reader: ChildProcess, message: ToReader): void {
  if (reader.connected) reader.send(message, () => {});
}

/** Watches what a reader takes. Time in which it waits for us does not count. */
class Watch {
  readonly #timer: NodeJS.Timeout;
  #waited_ms = 0;
  #since_ms: number | null = performance.now();

  constructor({ pid }: ChildProcess, time_max_ms: number, onTooMuch: (why: string) => void) {
    this.#timer = setInterval(async () => {
      const { cpu_ms, memory_bytes } = await usageOf(pid);
      if (cpu_ms > time_max_ms || this.#waitingFor_ms() > time_max_ms * BUSY_FACTOR)
        onTooMuch(`takes longer than ${Math.ceil(time_max_ms / 1000)} s`);
      if (memory_bytes > MEMORY_MAX_BYTES) onTooMuch('takes more than 1 GiB of memory');
    }, WATCH_MS);
  }

  /** Stops the clock while `work` for the reader is done. */
  async rests(work: Promise<void>): Promise<void> {
    this.#waited_ms = this.#waitingFor_ms();
    this.#since_ms = null;
    await work.finally(() => {
      this.#since_ms = performance.now();
    });
  }

  #waitingFor_ms(): number {
    return this.#waited_ms + (this.#since_ms === null ? 0 : performance.now() - this.#since_ms);
  }

  end(): void {
    clearInterval(this.#timer);
  }
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

function tooMuch(name: string, why: string): Problem {
  const what = name ? `The file "${name}"` : 'The form';
  const because = why === 'the reader ended' ? 'takes more memory than a list does' : why;
  const detail = `${what} cannot be read: it ${because}. Nothing was imported. Save it as CSV, in several parts if it is large, and send that.`;
  return new Problem('csv_invalid', detail);
}

import { type ChildProcess, fork } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProblemCode } from '@rapport/contract/problems';
import { Problem } from '../../platform/problem.ts';
import type { DeclaredField } from '../../records/custom-fields/declared.ts';
import { nothingImported } from '../../records/import/upload.ts';
import type { KeptFile } from './kept-file.ts';
import type { Chunk } from './take-files.ts';

/** What the reader is told. */
export type Task = { is: 'task'; form_fd: number; content_type: string };
export type ToReader = Task | { is: 'begin'; declared: readonly DeclaredField[] } | { is: 'next' };

/** What the reader tells. It waits for an answer to `form` and `chunk`. */
export type FromReader =
  | { is: 'form'; account_uuid: string | undefined }
  | { is: 'file'; name: string }
  | { is: 'chunk'; chunk: Chunk }
  | { is: 'end'; files: KeptFile[] }
  | { is: 'refused'; code: ProblemCode; detail: string };

/** Who wants to know what is in a form. */
export type FormUser = {
  /** Called with what the form says of the Account. A Problem ends the reading. */
  begin: (account_uuid: string | undefined) => Promise<readonly DeclaredField[] | Problem>;
  keep: (chunk: Chunk) => Promise<void>;
};

/** Measured: 30 s of its own work read a million ordinary rows. A file that needs more is no list. */
const TIME_MAX_MS = 30_000;
const TIME_MAX_MS_PER_MIB = 1_000;

/** What V8 may take, and all of the process. A workbook of 200,000 rows takes 150 MB. */
const HEAP_MAX_MB = 384;
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 250;

/** In the child, where the form is. Behind standard streams and the channel. */
const FORM_FD = 4;

/**
 * Reads the files of a form in a process of its own, which ends with it. 400 for what cannot be read,
 * and for a file that takes too long or too much memory; 503 when `signal` ends it before.
 */
export async function readForm(
  form: FileHandle,
  size_bytes: number,
  content_type: string,
  user: FormUser,
  signal: AbortSignal,
): Promise<KeptFile[] | Problem> {
  if (signal.aborted) return nothingImported();
  const reader = startReader(form);
  const end = Promise.withResolvers<KeptFile[] | Problem>();
  let name = '';
  const watch = new Watch(reader, TIME_MAX_MS + (size_bytes / 1024 / 1024) * TIME_MAX_MS_PER_MIB, (why) =>
    end.resolve(tooMuch(name, why)),
  );
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
      const declared = await user.begin(message.account_uuid);
      if (declared instanceof Problem) end.resolve(declared);
      else tell(reader, { is: 'begin', declared });
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
  return fork(join(import.meta.dirname, 'reader.ts'), [], {
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
  #left_ms: number;
  #since_ms: number | null = performance.now();

  constructor(reader: ChildProcess, time_max_ms: number, onTooMuch: (why: string) => void) {
    this.#left_ms = time_max_ms;
    this.#timer = setInterval(async () => {
      if (this.#spent_ms() > this.#left_ms)
        onTooMuch(`takes longer than ${Math.round(time_max_ms / 1000)} s`);
      if ((await memoryOf(reader.pid)) > MEMORY_MAX_BYTES) onTooMuch('takes more than 1 GiB of memory');
    }, WATCH_MS);
  }

  /** Stops the clock while `work` for the reader is done. */
  async rests(work: Promise<void>): Promise<void> {
    this.#left_ms -= this.#spent_ms();
    this.#since_ms = null;
    await work.finally(() => {
      this.#since_ms = performance.now();
    });
  }

  #spent_ms(): number {
    return this.#since_ms === null ? 0 : performance.now() - this.#since_ms;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** What a process has in memory, where Linux tells it; else 0. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(pages.split(' ')[1] ?? 0) * 4096;
}

function tooMuch(name: string, why: string): Problem {
  const what = name ? `The file "${name}"` : 'The form';
  const because = why === 'the reader ended' ? 'takes more memory than a list does' : why;
  const detail = `${what} cannot be read: it ${because}. Nothing was imported. Save it as CSV, in several parts if it is large, and send that.`;
  return new Problem('csv_invalid', detail);
}

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '@rapport/contract/encodings';
import type { ProblemCode } from '@rapport/contract/problems';
import { Problem } from '../../platform/problem.ts';
import { Apart, readingTimeOf, unlessAborted } from '../../platform/sheets/apart.ts';
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
export type Task = {
  is: 'task';
  content_type: string;
  /** Files that have ended a reader, by their places, with what is said of them. */
  left_out: ReadonlyMap<number, string>;
};
export type ToReader = Task | ({ is: 'begin' } & Begun) | { is: 'next' };

/** What the reader tells. It waits for an answer to `form` and `chunk`. */
export type FromReader =
  | ({ is: 'form' } & FormFields)
  | { is: 'file'; place: number; name: string }
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
  /** Called before all files are read anew, without one of them. */
  forget: () => Promise<void>;
};

/** A form with more files that end their readers is refused: each takes its time. */
const ENDED_MAX = 3;

/**
 * Reads the files of a form in a process of its own, which ends with it. A file that takes too long
 * or too much memory is left out, and the others are read anew. 400 for what cannot be read, 503
 * when `signal` ends it before.
 */
export async function readForm(
  { file, size_bytes, content_type }: SentForm,
  user: FormUser,
  signal: AbortSignal,
  time_max_ms = readingTimeOf(size_bytes),
): Promise<KeptFile[] | Problem> {
  if (signal.aborted) return nothingImported();
  const left_out = new Map<number, string>();
  let begun: Begun | null = null;
  const begin = async (fields: FormFields) => {
    const now = begun ?? (await user.begin(fields));
    if (!(now instanceof Problem)) begun = now;
    return now;
  };
  for (;;) {
    // Written like an import, so that the package names the JavaScript file (0054).
    const program = join(import.meta.dirname, './reader.ts');
    const reader = new Apart<ToReader, FromReader>(program, file, time_max_ms);
    reader.tell({ is: 'task', content_type, left_out });
    const read = await unlessAborted(signal, talk(reader, { ...user, begin }), nothingImported).finally(() =>
      reader.end(),
    );
    if (!(read instanceof Dead)) return read;
    if (read.place === null || left_out.size === ENDED_MAX) return read.refusal;
    left_out.set(read.place, read.refusal.detail);
    await user.forget();
  }
}

/** A reader that was ended by a file, or by the form when no file was begun. */
class Dead {
  readonly place: number | null;
  readonly refusal: Problem;

  constructor(file: { place: number; name: string } | null, why: string) {
    this.place = file?.place ?? null;
    this.refusal = tooMuch(file?.name ?? '', why);
  }
}

async function talk(
  reader: Apart<ToReader, FromReader>,
  user: Pick<FormUser, 'begin' | 'keep'>,
): Promise<KeptFile[] | Problem | Dead> {
  let file: { place: number; name: string } | null = null;
  for (;;) {
    const heard = await reader.hear();
    switch (heard.is) {
      case 'form': {
        const begun = await user.begin(heard);
        if (begun instanceof Problem) return begun;
        reader.tell({ is: 'begin', ...begun });
        break;
      }
      case 'file':
        file = heard;
        break;
      case 'chunk':
        await user.keep(heard.chunk);
        reader.tell({ is: 'next' });
        break;
      case 'end':
        return heard.files;
      case 'refused':
        return new Problem(heard.code, heard.detail);
      case 'ended':
        return new Dead(file, heard.why);
    }
  }
}

function tooMuch(name: string, why: string): Problem {
  const what = name ? `The file "${name}"` : 'The form';
  const detail = `${what} cannot be read: it ${why}. Nothing was imported. Save it as CSV, in several parts if it is large, and send that.`;
  return new Problem('csv_invalid', detail);
}

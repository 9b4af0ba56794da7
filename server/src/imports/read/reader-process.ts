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
export type Task = { is: 'task'; content_type: string };
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

/**
 * Reads the files of a form in a process of its own, which ends with it. 400 for what cannot be
 * read, and for a file that takes too long or too much memory; 503 when `signal` ends it before.
 */
export async function readForm(
  { file, size_bytes, content_type }: SentForm,
  user: FormUser,
  signal: AbortSignal,
  time_max_ms = readingTimeOf(size_bytes),
): Promise<KeptFile[] | Problem> {
  if (signal.aborted) return nothingImported();
  // Written like an import, so that the package names the JavaScript file (0054).
  const program = join(import.meta.dirname, './reader.ts');
  const reader = new Apart<ToReader, FromReader>(program, file, time_max_ms);
  reader.tell({ is: 'task', content_type });
  return unlessAborted(signal, talk(reader, user), nothingImported).finally(() => reader.end());
}

async function talk(reader: Apart<ToReader, FromReader>, user: FormUser): Promise<KeptFile[] | Problem> {
  let name = '';
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
        name = heard.name;
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
        return tooMuch(name, heard.why);
    }
  }
}

function tooMuch(name: string, why: string): Problem {
  const what = name ? `The file "${name}"` : 'The form';
  const detail = `${what} cannot be read: it ${why}. Nothing was imported. Save it as CSV, in several parts if it is large, and send that.`;
  return new Problem('csv_invalid', detail);
}

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../platform/problem.ts';
import { Apart, type Ended, readingTimeOf } from '../../platform/sheets/apart.ts';
import { type OfTable, readTable, type Table } from './read-table.ts';

/** What the reader is told: to go on. */
export type ToReader = { is: 'next' };

/** A Problem is sent as its words. */
export type FromReader =
  | Exclude<OfTable, { is: 'refused' }>
  | { is: 'fault'; detail: string }
  | { is: 'end' };

/** To start a process takes longer than to read so much. */
const HERE_MAX_BYTES = 64 * 1024;

/**
 * Reads a CSV file of a stranger in a process of its own, which ends with `signal`; a short one
 * here, where it cannot hold anybody.
 */
export async function openTable(file: FileHandle, signal: AbortSignal | undefined): Promise<Table> {
  const { size } = await file.stat();
  return size <= HERE_MAX_BYTES ? readTable(file) : readApart(file, size, signal);
}

async function* readApart(file: FileHandle, size_bytes: number, signal: AbortSignal | undefined): Table {
  // Written like an import, so that the package names the JavaScript file (0054).
  const program = join(import.meta.dirname, './table-reader.ts');
  const reader = new Apart<ToReader, FromReader>(program, file, readingTimeOf(size_bytes));
  const end = () => reader.end();
  signal?.addEventListener('abort', end);
  try {
    for (;;) {
      reader.tell({ is: 'next' });
      const heard = await reader.hear();
      if (heard.is === 'end') return;
      if (heard.is === 'fault' || heard.is === 'ended') {
        yield { is: 'refused', refusal: refusalOf(heard) };
        return;
      }
      yield heard;
    }
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

function refusalOf(end: Extract<FromReader, { is: 'fault' }> | Ended): Problem {
  const detail =
    end.is === 'fault'
      ? end.detail
      : `The file cannot be read: it ${end.why}. Nothing was imported. Send it in several parts.`;
  return new Problem('csv_invalid', detail);
}

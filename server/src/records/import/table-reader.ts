import { open } from 'node:fs/promises';
import { FILE_FD } from '../../platform/sheets/apart.ts';
import { readTable } from './read-table.ts';
import type { FromReader, ToReader } from './table-apart.ts';

// The program that reads a CSV file in a process of its own: see `table-apart.ts`.

function tell(message: FromReader): void {
  process.send!(message);
}

function told(): Promise<ToReader> {
  return new Promise((resolve) => process.once('message', (message) => resolve(message as ToReader)));
}

// The service is gone, or does not want the rest.
process.on('disconnect', () => process.exit(0));
const table = readTable(await open(`/dev/fd/${FILE_FD}`));
for (;;) {
  await told();
  const { done, value } = await table.next();
  if (done) break;
  tell(value.is === 'refused' ? { is: 'fault', detail: value.refusal.detail } : value);
}
tell({ is: 'end' });
process.disconnect!();

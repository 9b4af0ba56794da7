import { open } from 'node:fs/promises';
import { Problem } from '../../platform/problem.ts';
import { FILE_FD } from '../../platform/sheets/apart.ts';
import type { FromReader, Task, ToReader } from './reader-process.ts';
import { filesOf } from './take-apart.ts';
import { takeFiles } from './take-files.ts';

/**
 * The program that reads the files of a form, in a process of its own that may die: what a file
 * does to it, no request and no other file suffers. It has no database, no keys and no network to
 * speak to.
 */
async function read({ content_type, left_out }: Task): Promise<void> {
  const form = await open(`/dev/fd/${FILE_FD}`);
  const received = await filesOf(form, content_type).finally(() => form.close());
  if (received instanceof Problem) return refuse(received);
  const { account_uuid, encoding, header_line } = received;
  const answer = await ask({ is: 'form', account_uuid, encoding, header_line });
  if (answer.is !== 'begin') return;
  const files = await takeFiles(received, {
    declared: answer.declared,
    encoding: answer.encoding,
    header_line: answer.header_line,
    left_out,
    begin: (place, name) => void tell({ is: 'file', place, name }),
    keep: async (chunk) => {
      await ask({ is: 'chunk', chunk });
    },
  });
  if (files instanceof Problem) await refuse(files);
  else await tell({ is: 'end', files });
}

function refuse({ code, detail }: Problem): Promise<void> {
  return tell({ is: 'refused', code, detail });
}

/** Tells something. It is done when all of it is sent: what is told last may be large. */
function tell(message: FromReader): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}

/** Tells, and waits for the answer. */
function ask(message: FromReader): Promise<ToReader> {
  const answer = next();
  void tell(message);
  return answer;
}

function next(): Promise<ToReader> {
  return new Promise((resolve) => process.once('message', (message) => resolve(message as ToReader)));
}

// The service is gone, or does not want the rest.
process.on('disconnect', () => process.exit(0));
const task = await next();
if (task.is === 'task') await read(task);
process.disconnect!();

import type { Problem } from '../../platform/problem.ts';
import { archiveInvalid } from './read.ts';

/** What node-postgres tells of a refused row. */
type RowError = { code?: string; table?: string; detail?: string; constraint?: string; message: string };

/** What PostgreSQL refuses in an archive, as a sentence. Null for no fault of the archive. */
export function rowFault(error: unknown): Problem | null {
  const { code, table = '', detail = '', message } = error as RowError;
  const [, value = ''] = /\)=\(([^)]*)\)/.exec(detail) ?? [];
  const what = value === '' ? table : `${table} ${value.split(', ').at(-1)}`;
  switch (code) {
    case '23505':
      return archiveInvalid(
        `${what} is there twice, or in another Account of this installation. An Account can be taken in once, and not beside its copy.`,
      );
    case '23503':
      return archiveInvalid(`The archive refers to ${what}, which is not in it. Export once more.`);
    case '23502':
    case '23514':
      return archiveInvalid(`A value in ${table} is not allowed: ${message}. Export once more.`);
    default:
      // Values that a column cannot hold, such as a number out of its range.
      return code?.startsWith('22') ? archiveInvalid(`A value cannot be stored: ${message}.`) : null;
  }
}

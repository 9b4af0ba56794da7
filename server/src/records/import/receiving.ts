import { calledOff, type ReceivingWords } from '../../platform/http/server/receive.ts';
import type { Problem } from '../../platform/problem.ts';

/** Some million rows. The upload lies on the disk of this process, so it needs a bound. */
export const UPLOAD_MAX_BYTES = 200 * 1024 * 1024;

/** What is said when the file of an import does not come. */
export const IMPORT_WORDS: ReceivingWords = {
  code: 'csv_invalid',
  nothing: 'Nothing was imported.',
  too_large:
    'The file is larger than 200 MiB. Nothing was imported. Split it and send the parts one after the other.',
};

/** The refusal of an import that ends before its first row. */
export function nothingImported(): Problem {
  return calledOff(IMPORT_WORDS);
}

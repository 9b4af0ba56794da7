import { Problem } from '../problem.ts';

/** 400 for a file that has no rows by what it is, such as a picture. */
export class NoRows extends Problem {
  /** What it is: "a picture". */
  readonly what: string;

  constructor(what: string, detail: string) {
    super('csv_invalid', detail);
    this.what = what;
  }
}

/** 400 for a workbook that cannot be read. */
export function sheetInvalid(why: string): Problem {
  const detail =
    `The workbook cannot be read: ${why}. Nothing was imported. ` +
    'Open it in a spreadsheet, save it as .xlsx or CSV and send that.';
  return new Problem('csv_invalid', detail);
}

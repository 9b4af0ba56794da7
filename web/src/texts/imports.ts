/** Texts of the import page. */
export const importing = {
  choose: 'Choose a CSV file',
  drop: 'or drop it here',
  account: 'Into which Account',
  accountFirst: 'Choose the Account, then a file.',
  mapping: 'Map the columns',
  column: 'Column',
  unnamed: (number: number) => `Column ${number}`,
  sample: 'First values',
  becomes: 'Becomes',
  ignore: 'Do not import',
  start: (rows: number) => (rows === 1 ? 'Import 1 row' : `Import ${rows.toLocaleString()} rows`),
  running: (done: number, all: number) => `${done.toLocaleString()} of ${all.toLocaleString()} rows`,
  cancel: 'Stop the import',
  done: (created: number, updated: number, unchanged: number, failed: number) =>
    [
      `${created.toLocaleString()} created, ${updated.toLocaleString()} updated, `,
      unchanged > 0 ? `${unchanged.toLocaleString()} unchanged, ` : '',
      `${failed.toLocaleString()} failed.`,
    ].join(''),
  unreachable: 'Rapport does not answer any more, so the import has stopped.',
  left: (count: number) =>
    count === 1 ? '1 row was not imported.' : `${count.toLocaleString()} rows were not imported.`,
  failedFile: 'Download the failed rows',
  unansweredFile: 'Download the rows without an answer',
  leftFile: 'Download the rows that were not imported',
  another: 'Import another file',
  unreadable: 'The file cannot be read as CSV:',
  noColumns: 'The file is empty: its first line has to name the columns. Choose another one.',
  noText:
    'The file is not text, perhaps a workbook. Save it as CSV in UTF-8 (in Excel: "CSV UTF-8") and choose it again.',
  legacy: (example: string | undefined) =>
    [
      'The file is not in UTF-8, so it was read as Windows-1252, as older spreadsheets write it.',
      example === undefined ? '' : `One value reads “${example}”.`,
      'If letters look wrong, save the file as CSV in UTF-8 (in Excel: "CSV UTF-8") and choose it again.',
    ].join(' '),
  noRows: 'The file has no rows below the names of its columns.',
  failedRows: 'Rows that failed',
  moreFailed: (count: number) => `and ${count.toLocaleString()} more, in the file of the failed rows`,
  leaveTitle: 'Stop the import?',
  leave: 'It runs only while this page is open. Rows imported so far stay.',
  noName: 'Choose the column that holds the name.',
  twice: 'Two columns are mapped to the same field. Choose one of them.',
};

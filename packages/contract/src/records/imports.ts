import type { Static } from 'typebox';
import { Nullable, OneOf, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { FIELD_ERROR_CODES } from '../problems.ts';

const rowCount = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const CellFault = Type.Object({
  line: Type.Integer({
    description: 'The line that the row begins at; the header is line 1.',
    examples: [7],
  }),
  column: Nullable(
    Type.String({ description: 'Name of the column; null: the row as a whole.', examples: ['E-mail'] }),
  ),
  code: OneOf([...FIELD_ERROR_CODES], 'The kind of fault.'),
  detail: Type.String({ description: 'What is wrong.', examples: ['/name must not be empty.'] }),
});

/** The result of a CSV import: the counts, and the faults of the rows that failed. */
export const ImportResult = Type.Object(
  {
    account_uuid: Uuid('The Account that the records belong to.', 'account'),
    dry_run: Type.Boolean({
      description: 'Whether this was a trial: everything was checked and nothing kept.',
    }),
    created: rowCount('Rows that became a new record.', 480),
    updated: rowCount('Rows that changed the record with their external_id.', 20),
    unchanged: rowCount('Rows that said what the record says already.', 2),
    failed: rowCount('Rows that were refused; the others are not affected.', 1),
    failures: Type.Array(CellFault, {
      description:
        'What was wrong with the rows that failed: the first 10 faults of each, for the first 1000 of these rows.',
    }),
    lost_cells: rowCount('Cells that could not be read. Their rows were taken without them.', 3),
    losses: Type.Array(CellFault, {
      description: 'These cells: the first 10 of each row, for the first 1000 of these rows.',
    }),
    columns: Type.Array(
      Type.Object({
        column: Type.String({ description: 'Name of the column.', examples: ['Company'] }),
        field: Nullable(
          Type.String({ description: 'What it was read as; null: ignored.', examples: ['name'] }),
        ),
      }),
      { description: 'How the columns of the file were understood.' },
    ),
  },
  { title: 'Import result' },
);
export type ImportResult = Static<typeof ImportResult>;

/** How the cells of a column are read. */
export type CellType =
  | 'text'
  | 'website'
  | 'code'
  | 'currency'
  | 'choice'
  | 'moment'
  | 'day'
  | 'amount'
  | 'integer'
  /** A whole number of per cent, of which a column may have fractions: 0.25. */
  | 'percent'
  /** Minutes, of which the cell has the seconds. */
  | 'seconds'
  | 'boolean'
  | 'tags'
  | 'user'
  | 'stage'
  | 'email'
  | 'phone'
  | 'address'
  | 'label'
  | 'link'
  | 'custom'
  /** All of a field, as JSON: in a file that we wrote. */
  | 'whole'
  | 'extra';

/** A style of a file by which cells are read: the order of day and month, or the decimal sign. */
export type CellStyle = 'day' | 'decimal';

type Traits = {
  style?: CellStyle;
  /** The field has one value, from the first column that has one. */
  isSingle?: true;
  /** The text of a cell may be long. */
  isLong?: true;
};

/** What is known of the cells of each type beside how they are read (`cell-readers.ts`). */
export const CELLS: Record<CellType, Traits> = {
  text: { isSingle: true, isLong: true },
  website: { isSingle: true },
  code: { isSingle: true },
  currency: { isSingle: true },
  choice: { isSingle: true },
  moment: { style: 'day', isSingle: true },
  day: { style: 'day', isSingle: true },
  amount: { style: 'decimal', isSingle: true },
  integer: { style: 'decimal', isSingle: true },
  percent: { style: 'decimal', isSingle: true },
  seconds: { isSingle: true },
  boolean: {},
  tags: { isLong: true },
  user: { isSingle: true },
  stage: { isSingle: true },
  email: { isLong: true },
  phone: { isLong: true },
  address: {},
  label: {},
  link: { isLong: true },
  custom: { isLong: true },
  whole: { isLong: true },
  extra: { isLong: true },
};

import type { PlannedColumn, PlannedFile } from '@rapport/contract/imports';
import type { CustomFieldType } from '@rapport/contract/records/declared-fields';
import { cutTo } from '../../platform/cells/cut.ts';
import { type DeclaredField, withField } from '../../records/custom-fields/declared.ts';
import { type Hand, readDeclared } from '../../records/custom-fields/read.ts';
import { readYes } from './cells/words.ts';

/** How the cells of custom fields are read: the styles of the file, and what the Account has. */
export type CustomReading = {
  file: PlannedFile;
  values: Record<string, Record<string, string | null>>;
  time_zone: string;
  currency: string | null;
  declared: readonly DeclaredField[];
};

/** Text of a custom field that nobody has declared. */
const LOOSE_MAX_LENGTH = 4000;

/** A longer text is no number, no day, no choice. */
const SHORT_LENGTH = 500;

/**
 * Makes the function that reads the cells of a custom field, in the styles of the file. Undefined
 * for a text that means no value of its type.
 */
export function customReader(reading: CustomReading, column: PlannedColumn): (text: string) => unknown {
  const { declared, values } = reading;
  const key = column.key ?? column.column;
  const field = declared.find((one) => one.key === key) ?? fieldToCome(key, column);
  if (field === null) return (text) => cutTo(text, LOOSE_MAX_LENGTH);
  const hand = handOf(reading);
  const { read = readDeclared, isLong } = TYPES[field.type];
  return (text) => {
    if (text.length > SHORT_LENGTH && !isLong) return undefined;
    return read(text, field, hand, values);
  };
}

/** How the people wrote who filled the file. */
export function handOf({ file, values, time_zone, currency }: CustomReading): Hand {
  const { day_order, decimal } = file;
  return { order: day_order ?? 'dmy', decimal: decimal ?? '.', currency, time_zone, signs: values.currency };
}

type Read = (text: string, field: DeclaredField, hand: Hand, values: CustomReading['values']) => unknown;

type CustomType = {
  /** Reads cells that say more than a value that somebody typed. */
  read?: Read;
  /** The text of a cell may be long. */
  isLong?: true;
  /** Until its field is there, the value is the text itself. */
  isTextBefore?: true;
};

const TYPES: Record<CustomFieldType, CustomType> = {
  text: { isTextBefore: true },
  long_text: { isLong: true },
  number: {},
  money: {},
  date: {},
  time: {},
  choice: { isTextBefore: true },
  choices: { isLong: true, isTextBefore: true },
  boolean: { read: (text) => readYes(text) ?? undefined },
  url: { isLong: true },
  user: {
    read: (text, field, hand, values) => values.user?.[text] ?? readDeclared(text, field, hand),
    isTextBefore: true,
  },
};

/**
 * The field that the start of the import creates, as far as a preview needs it. Null for one whose
 * values are texts until then.
 */
function fieldToCome(key: string, { type }: PlannedColumn): DeclaredField | null {
  if (!type || TYPES[type].isTextBefore) return null;
  const at = { uuid: '', account_uuid: '', resource: '', created_at: '', updated_at: '' };
  const state = { archived_at: null, job_uuid: null, version: 1, position: 0, help: null, group_name: null };
  return withField({ ...at, ...state, key, label: key, type, options: [], required: false, unique: false });
}

import type { PlannedColumn, PlannedFile } from '@rapport/contract/imports';
import type { CustomFieldType } from '@rapport/contract/records/declared-fields';
import { cutTo } from '../platform/cells/cut.ts';
import { type DeclaredField, withField } from '../records/custom-fields/declared.ts';
import { type Hand, readDeclared } from '../records/custom-fields/read.ts';
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

const LONG: string[] = ['long_text', 'choices', 'url'];

/**
 * Makes the function that reads the cells of a custom field, in the styles of the file. Undefined
 * for a text that means no value of its type.
 */
export function customReader(reading: CustomReading, column: PlannedColumn): (text: string) => unknown {
  const { file, declared, values, time_zone, currency } = reading;
  const key = column.key ?? column.column;
  const field = declared.find((one) => one.key === key) ?? fieldToCome(key, column);
  if (field === null) return (text) => cutTo(text, LOOSE_MAX_LENGTH);
  const hand: Hand = { order: file.day_order ?? 'dmy', decimal: file.decimal ?? '.', currency, time_zone };
  const { type } = field;
  const read: Read = READ[type] ?? readDeclared;
  return (text) => {
    if (text.length > SHORT_LENGTH && !LONG.includes(type)) return undefined;
    return read(text, field, hand, values);
  };
}

type Read = (text: string, field: DeclaredField, hand: Hand, values: CustomReading['values']) => unknown;

/** The types whose cells say more than a value that somebody typed. */
const READ: Partial<Record<CustomFieldType, Read>> = {
  user: (text, field, hand, values) => values.user?.[text] ?? readDeclared(text, field, hand),
  boolean: (text) => readYes(text) ?? undefined,
};

/**
 * The field that the start of the import creates, as far as a preview needs it. Null for one whose
 * values are texts until then.
 */
function fieldToCome(key: string, { type }: PlannedColumn): DeclaredField | null {
  if (!type || ['text', 'choice', 'choices', 'user'].includes(type)) return null;
  const at = { uuid: '', account_uuid: '', resource: '', created_at: '', updated_at: '' };
  const state = { archived_at: null, job_uuid: null, version: 1, position: 0, help: null };
  return withField({ ...at, ...state, key, label: key, type, options: [], required: false, unique: false });
}

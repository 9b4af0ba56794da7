import type { FieldError } from '@rapport/contract/problems';
import type { RecordField } from '@rapport/contract/records/record-field';
import { fieldsInvalid, Problem } from '../platform/problem.ts';
import { UNIQUE_INDEX } from './custom-fields/value-queries.ts';
import { externalIdTaken } from './external-id.ts';
import { fault } from './fault.ts';
import type { AnyKind } from './kind.ts';
import { isLinks } from './references.ts';

type DatabaseError = { code?: string; constraint?: string; column?: string };

/**
 * The SQLSTATEs of what is wrong with one row: a value (class 22), a constraint (class 23), a text
 * too long for an index (54000).
 */
const OF_A_ROW = /^(22|23|54000)/;

const FOREIGN_KEY = '23503';
const UNIQUE = '23505';

/**
 * The refusal of a row that PostgreSQL does not take. Our own checks come first; this is for what
 * they do not know, such as a stage that is removed at the same moment. Null for any other error.
 */
export function rowRefusal(kind: AnyKind, error: unknown): Problem | null {
  const { code = '', constraint = '', column } = error as DatabaseError;
  if (!OF_A_ROW.test(code)) return null;
  if (code === UNIQUE) {
    if (isTaken(kind, error)) return externalIdTaken(kind);
    if (constraint === UNIQUE_INDEX) return fieldsInvalid(fault('/custom', 'taken', JUST_TAKEN));
    const detail = 'Another request has just taken a value that must be unique. Try again.';
    return new Problem('conflict', detail, { errors: [{ pointer: '', code: 'taken', detail }] });
  }
  const pointer = `/${fieldOf(kind, column ? `_${column}_` : constraint) ?? ''}`.replace(/\/$/, '');
  return fieldsInvalid(code === FOREIGN_KEY ? goneFault(pointer) : unstorableFault(pointer));
}

const JUST_TAKEN =
  'has a value that another request has just taken, in a field whose values are unique. Read the records, or choose another.';

/** True for the error of an external_id that another record of the Account has. */
export function isTaken({ table }: AnyKind, error: unknown): boolean {
  return (error as DatabaseError).constraint === `${table}_external_id_key`;
}

function goneFault(pointer: string): FieldError {
  const text = 'names a record that has just been removed. Choose another.';
  return fault(pointer, 'not_found', pointer ? text : `The record ${text}`);
}

function unstorableFault(pointer: string): FieldError {
  const text = pointer ? 'has' : 'The record has';
  return fault(pointer, 'wrong_value', `${text} a value that the database cannot hold.`);
}

/** The field in the name of a constraint, such as `deals_account_uuid_stage_uuid_fkey`. */
function fieldOf({ definition }: AnyKind, constraint: string): string | undefined {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  const isOfLinks = constraint.startsWith('links_');
  return fields.find(([name, field]) => (isOfLinks ? isLinks(field) : constraint.includes(`_${name}_`)))?.[0];
}

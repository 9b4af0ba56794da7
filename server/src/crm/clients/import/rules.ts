import {
  type Client,
  ClientFields,
  type ClientImportField,
  type ImportResult,
} from '@rapport/contract/clients';
import type { FieldError } from '@rapport/contract/problems';
import type { ErrorObject } from 'ajv';
import { hasUnstorableCharacters } from '../../../platform/http/json-body.ts';
import { toFieldErrors, validatorCompiler } from '../../../platform/http/validation.ts';
import { type Column, columnAt } from './columns.ts';
import type { CsvRow } from './csv.ts';

export type RowFailure = ImportResult['failures'][number];

const TAG_SEPARATOR = /[,;]/;

const validate = validatorCompiler({ schema: ClientFields, method: 'POST', url: '', httpPart: 'body' });

/** What keeps a row from being read at all: too few or too many cells, or text that cannot be stored. */
export function rowFailures(columns: Column[], { line, cells }: CsvRow): RowFailure[] {
  if (cells.length !== columns.length) {
    const code = cells.length < columns.length ? 'too_few_items' : 'too_many_items';
    const fields = cells.length === 1 ? 'field' : 'fields';
    const detail = `The row has ${cells.length} ${fields} and the header ${columns.length}. Does a text with the delimiter lack its quotes?`;
    return [{ line, column: null, code, detail }];
  }
  return cells.flatMap((cell, index): RowFailure[] => {
    const { name } = columns[index]!;
    if (name === '' && cell !== '') {
      const detail = `Column ${index + 1} has no name in the header, but a value here. Name it.`;
      return [{ line, column: null, code: 'not_allowed', detail }];
    }
    if (!hasUnstorableCharacters(cell)) return [];
    const detail = 'The text holds a NUL, which cannot be stored. Remove it.';
    return [{ line, column: name, code: 'invalid_characters', detail }];
  });
}

/** What the row says in the column that is read as `field`; null when it says nothing. */
export function cellOf(columns: Column[], { cells }: CsvRow, field: ClientImportField): string | null {
  return cells[columns.findIndex((column) => column.field === field)] || null;
}

/**
 * What the row says about a Client, as the API would be told. An empty cell says nothing: the field keeps its value, or its default.
 * The e-mail address, the phone number and the postal address are the first of `before`'s; the others and all that the row does
 * not name stay as they are.
 */
export function clientFields(columns: Column[], { cells }: CsvRow, before: Client | undefined): ClientFields {
  const fields: ClientFields = {};
  for (const [index, { name, field }] of columns.entries()) {
    const cell = cells[index]!;
    if (cell === '') continue;
    switch (field) {
      case null:
        break;
      case 'email':
        fields.emails = withFirst(before?.emails, { value: cell });
        break;
      case 'phone':
        fields.phones = withFirst(before?.phones, { value: cell });
        break;
      case 'street':
      case 'postal_code':
      case 'city':
      case 'region':
      case 'country':
        fields.addresses = withFirst(fields.addresses ?? before?.addresses, { [field]: cell });
        break;
      case 'tags':
        fields.tags = [...new Set(cell.split(TAG_SEPARATOR).map((tag) => tag.trim()))].filter(Boolean);
        break;
      case 'custom':
        fields.custom ??= { ...before?.custom };
        fields.custom[name] = cell;
        break;
      case 'kind':
      case 'status':
        // A table for people says "Lead". Whether it is one of the values is for the schema to say.
        fields[field] = cell.toLowerCase() as never;
        break;
      default:
        fields[field] = cell;
    }
  }
  return fields;
}

/** What the schema of the API says against the fields. */
export function schemaErrors(fields: ClientFields): FieldError[] {
  const { error } = validate(fields) as { error?: ErrorObject[] };
  return error ? toFieldErrors(error, true) : [];
}

/** The errors of one Client as failures of its row, each with the column it came from. */
export function asFailures(columns: Column[], { line }: CsvRow, errors: FieldError[]): RowFailure[] {
  return errors.map(({ pointer, code, detail }) => ({
    line,
    column: columnAt(columns, pointer),
    code,
    detail,
  }));
}

function withFirst<Entry extends object>(entries: Entry[] | undefined, first: Entry): Entry[] {
  const [before, ...others] = entries ?? [];
  return [{ ...before, ...first }, ...others];
}

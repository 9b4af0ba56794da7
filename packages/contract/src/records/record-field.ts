import type { TSchema } from 'typebox';

/** How lists, imports and pages treat a field. */
export type FieldType =
  | 'text'
  | 'choice'
  | 'time'
  | 'date'
  | 'number'
  | 'boolean'
  | 'uuid'
  | 'tags'
  | 'points'
  | 'addresses'
  | 'json'
  | 'links'
  | 'stages';

/**
 * A field of a kind of record, as a value: the schemas, the list, the columns of CSV files and the
 * columns of pages follow from it. `Schema` is what the API answers, `Input` what a caller writes.
 */
export type RecordField<
  Schema extends TSchema = TSchema,
  Input extends TSchema = TSchema,
  By extends 'caller' | 'service' = 'caller' | 'service',
> = {
  schema: Schema;
  input: Input;
  /** The writer. A field of the service is read-only for callers. */
  by: By;
  type: FieldType;
  nullable: boolean;
  /** The value in a new record when the caller leaves it out. */
  empty: unknown;
  choices?: readonly string[];
  /** Lists can be filtered by it. */
  filter?: boolean;
  /** Lists can be sorted by it; `folded`: with upper and lower case together, accents left out. */
  sort?: boolean | 'folded';
  /** Kept with the space around it: free text, and identifiers that belong to somebody else. */
  keep_space?: boolean;
  /** A line that people read: it needs a visible character and no control characters. */
  visible?: boolean;
  /** The kind of record that a reference or a link names; `user` for a User of the Account. */
  to?: string;
  /**
   * A reference to a part of another kind's record, such as a stage of a pipeline: the referring
   * kind looks for it.
   */
  held?: boolean;
  /** What a refusal says when a required text is missing. */
  missing?: string;
  /** The kind of value that points have. */
  of?: 'email' | 'phone';
  /** Decimals of an amount. */
  decimals?: number;
  /** For links: the kinds of record they may name, and the property that holds the uuid. */
  resources?: readonly string[];
  key?: string;
  /** For links: the properties of each entry beside the record. */
  extras?: readonly LinkExtra[];
  /** The columns of a CSV file that are read as this field. */
  csv?: CsvColumn[];
};

export type LinkExtra = 'role' | 'primary' | 'ended_on';

/**
 * A column of a CSV file: `part` is the place in the first entry of a list, as in /emails/0/value.
 */
export type CsvColumn = { field: string; part?: string; names: readonly string[] };

export type CallerField<Schema extends TSchema, Input extends TSchema = Schema> = RecordField<
  Schema,
  Input,
  'caller'
>;

export type Listed = { filter?: boolean; sort?: boolean | 'folded' };
/** `true`: recognised by its own name alone. */
export type Csv = { csv?: readonly string[] | true };

/** A field that the service writes: what a caller sends for it is refused. */
export function readOnly<Schema extends TSchema>(
  field: RecordField<Schema>,
): RecordField<Schema, TSchema, 'service'> {
  return { ...field, by: 'service' };
}

/** The parts of a field whose answer and input have the same schema. */
export function sameInput<Schema extends TSchema>(
  schema: Schema,
): { schema: Schema; input: Schema; by: 'caller' } {
  return { schema, input: schema, by: 'caller' };
}

export function listed({ filter = false, sort = false }: Listed): Listed {
  return { filter: filter || sort !== false, sort };
}

/** The empty name is a placeholder: `defineRecord` knows the name and puts it in. */
export function csvOf(csv: Csv['csv']): { csv?: CsvColumn[] } {
  if (csv === undefined) return {};
  return { csv: [{ field: '', names: csv === true ? [] : csv }] };
}

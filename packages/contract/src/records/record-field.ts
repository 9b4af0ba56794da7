import type { TSchema } from 'typebox';

/** The type of a field. Lists, imports and pages treat all fields of one type alike. */
export type FieldType =
  | 'text'
  | 'choice'
  | 'time'
  | 'date'
  | 'number'
  | 'boolean'
  | 'uuid'
  | 'tags'
  /** An amount with its currency. */
  | 'money'
  /** Several values of a closed list. */
  | 'choices'
  | 'points'
  | 'addresses'
  | 'json'
  | 'links'
  /** Users and teams that see the record, each perhaps changing it. */
  | 'shares'
  | 'stages';

/** What a text holds. It decides how the text is entered, shown and read from files. */
export type TextFormat = 'markdown' | 'url' | 'domain' | 'language' | 'currency';

/**
 * A field of a kind of record. Its API schemas, CSV columns, list filters and page columns are
 * derived from it. `Schema` describes the value in answers, `Input` the value that a caller writes.
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
  /** Lists can be filtered by the field. */
  filter?: boolean;
  /**
   * Lists can be sorted by the field, and so filtered as well. `distinct`: few records have the
   * same value, such as a name.
   */
  sort?: boolean | 'distinct';
  /**
   * An identifier of another system, compared character by character. Other texts are compared
   * folded.
   */
  exact?: boolean;
  /** Keeps white space at both ends. Free text and identifiers of other systems need it. */
  keep_space?: boolean;
  /** The kind of record that a reference or a link names; `user` for a User of the Account. */
  to?: string;
  /** Who holds the record named here holds this one, too: it hangs on it. */
  hangs_on?: true;
  /**
   * The reference names a part of another record, such as a stage of a pipeline. The kind that
   * holds the reference looks the part up itself.
   */
  held?: boolean;
  /** The sentence that a refusal adds when a required text is missing. */
  missing?: string;
  /** The kind of value in a list of points. */
  of?: 'email' | 'phone';
  /** What a text holds; a plain line when left out. */
  format?: TextFormat;
  /**
   * A CSV file needs a column of such a field: a new record gets its name by it, or an import finds
   * the record by it.
   */
  identifies?: boolean;
  /** For a day: the field that has its time, where there is one. */
  instant?: string;
  /** Follows from other records: their changes alone write it. */
  of_others?: true;
  /** A day that can be overdue, until one of these fields has a value. */
  due_until?: readonly string[];
  /** A whole number of per cent: files may have a fraction for it. */
  percent?: true;
  /** The decimals of an amount. */
  decimals?: number;
  /** For an amount: the field that holds its currency. */
  currency?: string;
  /** Lists add the field up, by its currency if it has one. */
  sum_of?: boolean;
  /** For links: the kinds of record they may name, and the property that holds the uuid. */
  resources?: readonly string[];
  key?: string;
  /** For links: the properties of each entry, beside the linked record. */
  extras?: readonly LinkExtra[];
  /**
   * The CSV columns that fill this field. A field of the service has one if a file may say what the
   * service says else: when something happened.
   */
  csv?: CsvColumn[];
};

export type LinkExtra = 'role' | 'primary' | 'ended_on';

/**
 * A CSV column. `part` is the property in the first entry of a list: `value` means /emails/0/value.
 */
export type CsvColumn = { field: string; part?: string; names: readonly string[] };

export type CallerField<Schema extends TSchema, Input extends TSchema = Schema> = RecordField<
  Schema,
  Input,
  'caller'
>;

/** How lists use a field. One to sort by needs no `filter`. */
export type Listed = { filter?: boolean; sort?: boolean | 'distinct' };
/**
 * Other names of the CSV column. `true`: the column is recognised by the field's own name alone.
 */
export type Csv = { csv?: readonly string[] | true };

/** Makes a field of the service: the API refuses a value that a caller sends for it. */
export function readOnly<Schema extends TSchema>(
  field: RecordField<Schema>,
): RecordField<Schema, TSchema, 'service'> {
  return { ...field, by: 'service' };
}

/** Makes a field that follows from other records, such as the day of the next task about it. */
export function ofOthers<Schema extends TSchema>(
  field: RecordField<Schema>,
): RecordField<Schema, TSchema, 'service'> {
  return { ...readOnly(field), of_others: true };
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

/** What two records can have in common that makes them likely the same. */
export const MATCH_WAYS = ['emails', 'phones', 'domain', 'name'] as const;
export type MatchWay = (typeof MATCH_WAYS)[number];

/** The field of a kind for each way. The name needs one of the postal codes beside it. */
export type MatchFields<Field extends string = string> = Partial<
  Record<Exclude<MatchWay, 'name'> | 'postal_codes', Field>
>;

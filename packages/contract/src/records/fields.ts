import { type TArray, type TSchema, type TString, type TUnion, type TUnsafe, Type } from 'typebox';
import { JsonObject, Nullable, OneOf, Text, Timestamp, Uuid } from '../fields.ts';

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

type CallerField<Schema extends TSchema, Input extends TSchema = Schema> = RecordField<
  Schema,
  Input,
  'caller'
>;

type Listed = { filter?: boolean; sort?: boolean | 'folded' };
/** `true`: recognised by its own name alone. */
type Csv = { csv?: readonly string[] | true };

const closed = { additionalProperties: false };

/**
 * A text of one line, or free text with `lines`. Null when it is empty, unless it is `required`.
 */
export function text<const Required extends boolean = false>(
  about: string,
  options: {
    max: number;
    min?: number;
    required?: Required;
    pattern?: string;
    example?: string;
    lines?: boolean;
    keep_space?: boolean;
    visible?: boolean;
    missing?: string;
  } & Listed &
    Csv,
): CallerField<Required extends true ? TString : TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  const { max, min, required, pattern, example } = options;
  const schema = Text(max, about, {
    ...(min !== undefined && { min }),
    ...(pattern !== undefined && { pattern }),
    ...(example !== undefined && { examples: [example] }),
  });
  const own = required ? schema : Nullable(schema);
  return {
    ...sameInput(own as never),
    ...listed(options),
    type: 'text',
    nullable: !required,
    empty: required ? '' : null,
    keep_space: options.keep_space ?? options.lines ?? false,
    visible: options.visible ?? false,
    ...(options.missing !== undefined && { missing: options.missing }),
    ...csvOf(options.csv),
  };
}

/** One of a closed list; the first is the default unless `empty` says otherwise. */
export function choice<const Values extends readonly string[]>(
  about: string,
  values: Values,
  options: Listed & Csv & { empty?: Values[number] } = {},
): CallerField<TUnsafe<Values[number]>> {
  return {
    ...sameInput(OneOf([...values] as string[], about) as unknown as TUnsafe<Values[number]>),
    ...listed(options),
    type: 'choice',
    choices: values,
    nullable: false,
    empty: options.empty ?? values[0],
    ...csvOf(options.csv),
  };
}

/** A choice that may be left empty. */
export function optionalChoice<const Values extends readonly string[]>(
  about: string,
  values: Values,
  options: Listed & Csv = {},
): CallerField<TUnion<[TUnsafe<Values[number]>, ReturnType<typeof Type.Null>]>> {
  const field = choice(about, values, options);
  return { ...field, ...sameInput(Nullable(field.schema)), nullable: true, empty: null };
}

/** A record of another kind, or a User; its uuid. */
export function reference(
  to: string,
  about: string,
  options: Listed & Csv & { example?: Parameters<typeof Uuid>[1]; held?: boolean } = {},
): CallerField<TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  return {
    ...sameInput(Nullable(Uuid(about, options.example))),
    ...listed(options),
    type: 'uuid',
    nullable: true,
    empty: null,
    to,
    held: options.held ?? false,
    ...csvOf(options.csv),
  };
}

/** E-mail addresses or phone numbers, each with a label; one may be the primary. */
export function points(
  of: 'email' | 'phone',
  value: string,
  example: string,
  csv: Pick<CsvColumn, 'names'>,
): CallerField<TArray<ReturnType<typeof contactPoint>>> {
  const point = contactPoint(value, example);
  return {
    ...sameInput(Type.Array(point, { maxItems: 20 })),
    type: 'points',
    nullable: false,
    empty: [],
    of,
    csv: [{ field: of, part: 'value', ...csv }],
  };
}

export function addresses(): CallerField<TArray<typeof postalAddress>> {
  return {
    ...sameInput(Type.Array(postalAddress, { maxItems: 20 })),
    type: 'addresses',
    nullable: false,
    empty: [],
    csv: [
      { field: 'street', part: 'street', names: ['address', 'street address', 'address line 1'] },
      { field: 'postal_code', part: 'postal_code', names: ['postcode', 'zip', 'zip code'] },
      { field: 'city', part: 'city', names: ['town', 'location', 'headquarters', 'headquarters location'] },
      { field: 'region', part: 'region', names: ['state', 'province', 'county'] },
      { field: 'country', part: 'country', names: ['country code', 'country name'] },
    ],
  };
}

export function boolean(
  about: string,
  options: Listed & Csv = {},
): CallerField<ReturnType<typeof Type.Boolean>> {
  return {
    ...sameInput(Type.Boolean({ description: about })),
    ...listed(options),
    type: 'boolean',
    nullable: false,
    empty: false,
    ...csvOf(options.csv),
  };
}

export function integer(
  about: string,
  options: Listed & Csv & { minimum: number; maximum: number; example?: number },
): CallerField<TUnion<[ReturnType<typeof Type.Integer>, ReturnType<typeof Type.Null>]>> {
  const { minimum, maximum, example } = options;
  const schema = Type.Integer({
    minimum,
    maximum,
    description: about,
    ...(example !== undefined && { examples: [example] }),
  });
  return {
    ...sameInput(Nullable(schema)),
    ...listed(options),
    type: 'number',
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}

/**
 * An amount, answered as text with two decimals, so that no digit is lost. It also takes numbers.
 */
export function decimal(
  about: string,
  options: Listed & Csv & { example: string },
): CallerField<
  TUnion<[TString, ReturnType<typeof Type.Null>]>,
  TUnion<[TString, ReturnType<typeof Type.Number>, ReturnType<typeof Type.Null>]>
> {
  const described = { description: about, examples: [options.example] };
  return {
    schema: Nullable(Type.String(described)),
    input: Type.Union([Type.String({ maxLength: 40, ...described }), Type.Number(), Type.Null()]),
    by: 'caller',
    ...listed(options),
    type: 'number',
    decimals: 2,
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}

/** A day of the calendar, `2026-11-22`. */
export function date(
  about: string,
  options: Listed & Csv = {},
): CallerField<TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  const schema = Type.String({ format: 'date', description: about, examples: ['2026-12-01'] });
  return {
    ...sameInput(Nullable(schema)),
    ...listed(options),
    type: 'date',
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}

/** A moment that a caller writes. */
export function time(
  about: string,
  options: Listed & Csv = {},
): CallerField<TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  return {
    ...sameInput(Nullable(Timestamp(about))),
    ...listed(options),
    type: 'time',
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}

/**
 * Links to other records of the Account, such as the Clients of a Contact: a list of at most 20.
 * `key` names the property that holds the uuid.
 */
export function linksTo<const Extras extends readonly LinkExtra[], const Key extends string>(
  to: string,
  key: Key,
  about: string,
  extras: Extras,
  csv: readonly string[],
): CallerField<TUnsafe<LinkEntry<Key, Extras>[]>> {
  const properties = {
    [key]: Uuid(`The ${to}.`, to as Parameters<typeof Uuid>[1]),
    ...Object.fromEntries(extras.map((extra) => [extra, LINK_EXTRAS[extra]])),
  };
  const entry = Type.Object(properties, closed);
  const schema = Type.Array(entry, { maxItems: 20, description: about });
  return {
    ...sameInput(schema as unknown as TUnsafe<LinkEntry<Key, Extras>[]>),
    type: 'links',
    nullable: false,
    empty: [],
    resources: [to],
    key,
    extras,
    csv: [{ field: to, part: key, names: csv }],
  };
}

type LinkEntry<Key extends string, Extras extends readonly LinkExtra[]> = {
  [K in Key]: string;
} & { [E in Extras[number]]?: { role: string | null; primary: boolean; ended_on: string | null }[E] };

const LINK_EXTRAS: Record<LinkExtra, TSchema> = {
  role: Type.Optional(Nullable(Text(100, 'What they are there.', { examples: ['Buyer'] }))),
  primary: Type.Optional(Type.Boolean({ description: 'The first of them. At most one is primary.' })),
  ended_on: Type.Optional(
    Nullable(
      Type.String({ format: 'date', description: 'The day on which it ended.', examples: ['2026-12-01'] }),
    ),
  ),
};

/** Links to records of several kinds, each named by its kind and its uuid. */
export function recordLinks<const Kinds extends readonly string[]>(
  about: string,
  kinds: Kinds,
): CallerField<TUnsafe<{ resource: Kinds[number]; uuid: string }[]>> {
  const entry = Type.Object(
    { resource: OneOf([...kinds] as string[], 'The kind of record.'), uuid: Uuid('The record.', 'client') },
    closed,
  );
  const schema = Type.Array(entry, { maxItems: 20, description: about });
  return {
    ...sameInput(schema as unknown as TUnsafe<{ resource: Kinds[number]; uuid: string }[]>),
    type: 'links',
    nullable: false,
    empty: [],
    resources: kinds,
    key: 'uuid',
    csv: kinds.map((kind) => ({ field: kind, part: kind, names: [] })),
  };
}

/** A field that the service writes: what a caller sends for it is refused. */
export function readOnly<Schema extends TSchema>(
  field: RecordField<Schema>,
): RecordField<Schema, TSchema, 'service'> {
  return { ...field, by: 'service' };
}

/** The tags, the User who looks after it and the identifier elsewhere: what every kind has. */
export function shared(
  title: string,
  example_tag: string,
  example_id: string,
  csv: { external_id: string[] },
) {
  return {
    tags: {
      ...sameInput(
        Type.Array(Text(50, 'A tag.', { min: 1, examples: [example_tag] }), {
          maxItems: 50,
          uniqueItems: true,
        }),
      ),
      type: 'tags',
      nullable: false,
      empty: [],
      filter: true,
      csv: [{ field: 'tags', names: ['tag', 'labels', 'keywords'] }],
    } as CallerField<TArray<TString>>,
    owner_uuid: reference('user', `The User of the Account who looks after the ${title}.`, {
      example: 'user',
      filter: true,
      csv: true,
    }),
    external_id: text('Your own identifier, unique in the Account. Imports update by it.', {
      max: 200,
      min: 1,
      example: example_id,
      keep_space: true,
      filter: true,
      sort: true,
      csv: csv.external_id,
    }),
  };
}

/** Your own fields: any JSON object. */
export function customFields(): CallerField<TUnsafe<Record<string, unknown>>> {
  return {
    ...sameInput(
      JsonObject({
        description:
          'Your own fields: any JSON object of at most 16 KiB. A change replaces it whole: what you leave out is gone, also what others put there.',
        examples: [{ founded: '1902' }],
      }),
    ),
    type: 'json',
    nullable: false,
    empty: {},
    keep_space: true,
    csv: [{ field: 'custom', names: [] }],
  };
}

/** When somebody last did something about the record, and by when the next task about it is due. */
export function activity() {
  return {
    last_activity_at: readOnly({
      ...time('When something was last done about it: a note, or a task completed.', {
        filter: true,
        sort: true,
      }),
    }),
    next_task_due_on: readOnly({
      ...date('By when the next open task about it is due.', { filter: true, sort: true }),
    }),
  };
}

function sameInput<Schema extends TSchema>(schema: Schema): { schema: Schema; input: Schema; by: 'caller' } {
  return { schema, input: schema, by: 'caller' };
}

function listed({ filter = false, sort = false }: Listed): Listed {
  return { filter: filter || sort !== false, sort };
}

/** The name of the field is put in by `defineRecord`, which knows it. */
function csvOf(csv: Csv['csv']): { csv?: CsvColumn[] } {
  if (csv === undefined) return {};
  return { csv: [{ field: '', names: csv === true ? [] : csv }] };
}

function contactPoint(value: string, example: string) {
  return Type.Object(
    {
      label: Type.Optional(Text(50, 'What it is for.', { examples: ['work'] })),
      value: Text(254, value, { min: 1, examples: [example] }),
      primary: Type.Optional(Type.Boolean({ description: 'The one to use first. At most one is primary.' })),
    },
    closed,
  );
}

const postalAddress = Type.Object(
  {
    label: Type.Optional(Text(50, 'What it is for.', { examples: ['headquarters'] })),
    street: Type.Optional(Text(200, 'Street and number.', { examples: ['12 St James Square'] })),
    postal_code: Type.Optional(Text(20, 'Postal code.', { examples: ['SW1Y 4JH'] })),
    city: Type.Optional(Text(100, 'City.', { examples: ['London'] })),
    region: Type.Optional(Text(100, 'State, county or province.', { examples: ['England'] })),
    country: Type.Optional(Text(100, 'Country: a name or an ISO 3166 code.', { examples: ['GB'] })),
    primary: Type.Optional(Type.Boolean({ description: 'The one to use first. At most one is primary.' })),
  },
  closed,
);

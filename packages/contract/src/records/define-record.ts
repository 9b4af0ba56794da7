import type { Static, TObject, TSchema, TUnsafe } from 'typebox';
import type { Actor } from '../actors.ts';
import { AccountToWrite, Closed, EXAMPLE_UUIDS, Timestamp, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import type { ListDefinition, ListField } from '../list-definition.ts';
import type { FieldType, MatchFields, RecordField } from './record-field.ts';

type Fields = Record<string, RecordField>;

/**
 * The differences of an event's sample: old values in `previous`, values of the record in `data`.
 */
export type EventSample = { description: string; previous?: object; data?: object };

/** The declaration of a kind of record. `defineRecord` derives everything else from it. */
type Declaration<Name extends string, F extends Fields, Extra extends string> = {
  /** The name in events and in `resource`: `deal`. */
  name: Name;
  /** The name in API paths, and of the table: `deals`. */
  plural: string;
  /** The name in schemas and texts: `Deal`. */
  title: string;
  /** A description of one sentence. */
  about: string;
  fields: F;
  /** The field that names a record for people, such as a title. */
  named_by: keyof F & string;
  /** The fields that a new record needs: all of one of these lists. */
  needs: readonly (readonly (keyof F & string)[])[];
  /** The events beside created, updated, deleted and restored. */
  events?: Record<Extra, EventSample>;
  /** The old values in the sample of the event `updated`. */
  sample_previous: Partial<Record<keyof F, unknown>>;
  /** The values in which the sample record differs from the examples of its fields. */
  sample?: Partial<Record<keyof F, unknown>>;
  default_sort: string;
  /** The pages show its records also as a board. */
  has_board?: true;
  /**
   * The plural of the kind whose readers read this one, too. It has no scopes of its own, and is
   * changed by the scope `account`: a setting of the Account.
   */
  read_with?: string;
  /** Whether the parameter `q` searches records of this kind. Default: true. */
  searchable?: boolean;
  /**
   * Who sees a record in an Account that narrows it: whoever the level of their role for this kind
   * allows, whoever sees one of the records that it is about, or everybody. Left out: everybody.
   */
  seen_by?: 'level' | 'records';
  /**
   * By which fields two of its records are likely the same, beside their names. Left out: they are
   * never compared.
   */
  match_by?: MatchFields<keyof F & string>;
  /** The values of records whose equal names are enough: two businesses, unlike two people. */
  known_by_name?: Partial<Record<keyof F, unknown>>;
};

type StandardAction = 'created' | 'updated' | 'deleted' | 'restored';

type SchemasOf<F extends Fields> = { [K in keyof F]: F[K]['schema'] };
type WrittenKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends RecordField<TSchema, TSchema, 'caller'> ? K : never;
}[keyof F];
type InputsOf<F extends Fields> = { [K in WrittenKeys<F>]: F[K]['input'] };

/** The fields that a caller writes; all are optional. */
type WrittenOf<F extends Fields> = Partial<Static<TObject<InputsOf<F>>>>;
type Frame = { uuid: string; account_uuid: string; version: number; created_at: string; updated_at: string };
export type ResourceOf<F extends Fields> = Frame & Static<TObject<SchemasOf<F>>>;
export type DeletedOf<F extends Fields> = ResourceOf<F> & {
  deleted_at: string;
  deleted_by: Actor;
  restorable_until: string;
};

/**
 * Defines a kind of record. The API schemas, lists, events, CSV columns, client package and page
 * columns are derived from the result. A definition has no behaviour: rules and transitions are
 * functions on the server.
 */
export function defineRecord<const Name extends string, F extends Fields, const Extra extends string = never>(
  declaration: Declaration<Name, F, Extra>,
) {
  const { name, plural, title, about, named_by, fields } = declaration;
  const properties = {
    uuid: Uuid(`Identifier of the ${title}.`, exampleOf(name)),
    account_uuid: Uuid(`The Account that the ${title} belongs to.`, 'account'),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    ...mapValues(fields, (field) => field.schema),
    created_at: Timestamp(`When the ${title} was created.`),
    updated_at: Timestamp(`When the ${title} last changed.`),
  };
  const written = mapValues(
    Object.fromEntries(Object.entries(fields).filter(([, field]) => field.by === 'caller')),
    (field) => Type.Optional(field.input),
  );
  const resource = Type.Object(properties, { $id: title, title, description: about });
  const deleted = Type.Object(
    {
      ...properties,
      deleted_at: Timestamp(`When the ${title} was deleted.`),
      deleted_by: Type.Unsafe<Actor>({ $ref: 'Actor#' }),
      restorable_until: Timestamp('Until when it can be restored. Then it is gone for good.'),
    },
    {
      $id: `Deleted${title}`,
      title: `Deleted ${title}`,
      description: `A ${title} that can still be restored.`,
    },
  );
  const create = Closed({
    account_uuid: AccountToWrite,
    ...written,
  });
  const update = Closed(written, { minProperties: 1 });
  return {
    ...declaration,
    path: `/api/v2/${plural.replaceAll('_', '-')}`,
    schema: resource as unknown as Described<ResourceOf<F>>,
    deleted_schema: deleted as unknown as Described<DeletedOf<F>>,
    written_schema: Closed(written) as unknown as Described<WrittenOf<F>>,
    create_schema: create as unknown as Described<WrittenOf<F> & { account_uuid?: string }>,
    update_schema: update as unknown as Described<WrittenOf<F>>,
    list: listOf(declaration),
    deleted_list: deletedListOf(declaration),
    csv_columns: csvColumnsOf(fields),
    identifying: Object.keys(fields).filter((field) => field === named_by || fields[field]!.identifies),
  };
}

/** A schema, typed by its values, with its properties. */
type Described<T> = TUnsafe<T> & { $id?: string; properties: Record<string, TSchema> };

/** Any kind of record, for code that works with all kinds. */
// biome-ignore lint/suspicious/noExplicitAny: this type stands for the fields of any kind.
export type RecordDefinition = ReturnType<typeof defineRecord<string, any, string>>;

export type RecordOf<D extends { schema: TSchema }> = Static<D['schema']>;
export type DeletedRecordOf<D extends { deleted_schema: TSchema }> = Static<D['deleted_schema']>;
export type WrittenFieldsOf<D extends { written_schema: TSchema }> = Static<D['written_schema']>;

/** The names of a kind's events: `deal.created`, `deal.won` and so on. */
export type EventNameOf<D> = D extends { name: infer Name extends string; events?: infer Events }
  ? `${Name}.${StandardAction | (keyof NonNullable<Events> & string)}`
  : never;

/**
 * Returns the list of a kind: the fields to filter and sort by, and the times that every record
 * has.
 */
function listOf({
  plural,
  fields,
  default_sort,
  searchable = true,
}: Pick<
  Declaration<string, Fields, never>,
  'plural' | 'fields' | 'default_sort' | 'searchable'
>): ListDefinition {
  return {
    name: plural,
    default_sort,
    searchable,
    ...amountOf(fields),
    fields: {
      uuid: { type: 'uuid' },
      ...Object.fromEntries(Object.entries(fields).flatMap(listFieldsOf)),
      created_at: { type: 'time', sortable: true },
      updated_at: { type: 'time', sortable: true },
    },
  };
}

/** The field that the list adds up. */
function amountOf(fields: Fields): Pick<ListDefinition, 'amount'> {
  const field = Object.keys(fields).find((name) => fields[name]!.sum_of);
  return field === undefined ? {} : { amount: { field, currency: fields[field]!.currency ?? null } };
}

function listFieldsOf([name, field]: [string, RecordField]): [string, ListField][] {
  const ofType = LIST_FIELDS[field.type];
  if (ofType) return ofType(name, field);
  return field.filter || field.sort ? [[name, listFieldOf(field)]] : [];
}

/** What lists are filtered by, for the types where that is not the value as a whole. */
const LIST_FIELDS: Partial<Record<FieldType, (name: string, field: RecordField) => [string, ListField][]>> = {
  points: (name, { of }) => [[of!, partOf(name, 'value', of === 'phone')]],
  addresses: (name) => ['city', 'country'].map((part) => [part, partOf(name, part)]),
  json: (name) => [[name, { type: 'custom', nullable: true }]],
  links: (name, field) => [[name, listFieldOf(field)]],
  text: (name, field) =>
    field.filter || field.sort
      ? [[name, { ...listFieldOf(field), ...(!field.exact && foldedBy(field)), ...hostOf(field) }]]
      : [],
};

function hostOf({ format }: RecordField): Pick<ListField, 'domain'> {
  return format === 'domain' ? { domain: true } : {};
}

/** Names and titles stand in the order of the numbers in them. */
function foldedBy({ sort }: RecordField): Pick<ListField, 'folded' | 'numbered'> {
  return { folded: true, ...(sort === 'distinct' && { numbered: true }) };
}

function partOf(column: string, part: string, isPhone = false): ListField {
  return { type: 'part', nullable: true, within: { column, part, ...(isPhone && { isPhone }) } };
}

function listFieldOf(field: RecordField): ListField {
  const { type, choices, nullable, sort, to, held, instant, currency } = field;
  return {
    type: type as ListField['type'],
    ...(choices && { choices }),
    ...(nullable && { nullable }),
    ...(sort && { sortable: true }),
    ...(sort === 'distinct' && { distinct: true }),
    ...(instant !== undefined && { instant }),
    ...(currency !== undefined && { currency }),
    ...(to === 'user' && { user: true }),
    ...(held && { held: true }),
  };
}

function deletedListOf({
  plural,
  searchable = true,
}: Pick<Declaration<string, Fields, never>, 'plural' | 'searchable'>): ListDefinition {
  return {
    name: `deleted_${plural}`,
    default_sort: '-deleted_at',
    searchable,
    fields: { deleted_at: { type: 'time', sortable: true } },
  };
}

/**
 * A column of a CSV file: the field, the property of the field's first entry (or null), and the
 * JSON pointer to the value in the record.
 */
export type CsvFieldOf = { field: string; part: string | null; pointer: string; names: readonly string[] };

/** Returns the columns of CSV files, by name. */
function csvColumnsOf(fields: Fields): Record<string, CsvFieldOf> {
  const columns = Object.entries(fields).flatMap(([field, { key, csv = [] }]) =>
    csv.map(({ field: column, part = null, names }): [string, CsvFieldOf] => {
      const pointer = part === null || key !== undefined ? `/${field}` : `/${field}/0/${part}`;
      return [column || field, { field, part, pointer, names }];
    }),
  );
  return Object.fromEntries(columns);
}

function exampleOf(name: string) {
  return (name in EXAMPLE_UUIDS ? name : 'any') as keyof typeof EXAMPLE_UUIDS;
}

function mapValues<V, W>(record: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

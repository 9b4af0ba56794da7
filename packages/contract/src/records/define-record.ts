import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';
import type { Actor } from '../actors.ts';
import { EXAMPLE_UUIDS, Timestamp, Uuid } from '../fields.ts';
import type { ListDefinition, ListField } from '../list-definition.ts';
import type { RecordField } from './record-field.ts';

type Fields = Record<string, RecordField>;

/** Values of an event's sample: earlier ones, and fields of the record. */
export type EventSample = { description: string; previous?: object; data?: object };

/** What a kind of record says about itself. Everything else follows from it, see `defineRecord`. */
type Declaration<Name extends string, F extends Fields, Extra extends string> = {
  /** As in event names and `resource`: `deal`. */
  name: Name;
  /** As in the path of the API and the name of the table: `deals`. */
  plural: string;
  /** As in schemas and texts: `Deal`. */
  title: string;
  /** One sentence. */
  about: string;
  fields: F;
  /** The field that names a record for people. */
  named_by: keyof F & string;
  /** Events beside created, updated, deleted and restored. */
  events?: Record<Extra, EventSample>;
  /** Old values in the sample of the event updated. */
  sample_previous: Partial<Record<keyof F, unknown>>;
  /** Values of the sample record other than the examples of its fields. */
  sample?: Partial<Record<keyof F, unknown>>;
  default_sort: string;
  /** Whether `q` searches it. */
  searchable?: boolean;
};

export type StandardAction = 'created' | 'updated' | 'deleted' | 'restored';

type SchemasOf<F extends Fields> = { [K in keyof F]: F[K]['schema'] };
type WrittenKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends RecordField<TSchema, TSchema, 'caller'> ? K : never;
}[keyof F];
type InputsOf<F extends Fields> = { [K in WrittenKeys<F>]: F[K]['input'] };

/** The fields that a caller writes; all are optional. */
export type WrittenOf<F extends Fields> = Partial<Static<TObject<InputsOf<F>>>>;
type Frame = { uuid: string; account_uuid: string; version: number; created_at: string; updated_at: string };
export type ResourceOf<F extends Fields> = Frame & Static<TObject<SchemasOf<F>>>;
export type DeletedOf<F extends Fields> = ResourceOf<F> & {
  deleted_at: string;
  deleted_by: Actor;
  restorable_until: string;
};

const closed = { additionalProperties: false };

/**
 * A kind of record. The schemas of the API, the lists, the events, the columns of CSV files, the
 * client package and the columns of pages follow from it. It is a value without behaviour: rules
 * and transitions are functions on the server.
 */
export function defineRecord<const Name extends string, F extends Fields, const Extra extends string = never>(
  declaration: Declaration<Name, F, Extra>,
) {
  const { name, plural, title, about, fields } = declaration;
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
  const create = Type.Object(
    {
      account_uuid: Type.Optional(
        Uuid('The Account. May be left out by a User of a single Account.', 'account'),
      ),
      ...written,
    },
    closed,
  );
  const update = Type.Object(written, { ...closed, minProperties: 1 });
  return {
    ...declaration,
    path: `/api/v2/${plural.replaceAll('_', '-')}`,
    schema: resource as unknown as Described<ResourceOf<F>>,
    deleted_schema: deleted as unknown as Described<DeletedOf<F>>,
    written_schema: Type.Object(written, closed) as unknown as Described<WrittenOf<F>>,
    create_schema: create as unknown as Described<WrittenOf<F> & { account_uuid?: string }>,
    update_schema: update as unknown as Described<WrittenOf<F>>,
    list: listOf(declaration),
    deleted_list: deletedListOf(declaration),
    csv_columns: csvColumnsOf(fields),
  };
}

/** A schema with the type of its values and its properties. */
type Described<T> = TUnsafe<T> & { $id?: string; properties: Record<string, TSchema> };

/** Any kind of record, for code that knows none. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of any kind are meant.
export type RecordDefinition = ReturnType<typeof defineRecord<string, any, string>>;

export type RecordOf<D extends { schema: TSchema }> = Static<D['schema']>;
export type DeletedRecordOf<D extends { deleted_schema: TSchema }> = Static<D['deleted_schema']>;
export type WrittenFieldsOf<D extends { written_schema: TSchema }> = Static<D['written_schema']>;

/** `deal.created`, `deal.won` and the others of a kind. */
export type EventNameOf<D> = D extends { name: infer Name extends string; events?: infer Events }
  ? `${Name}.${StandardAction | (keyof NonNullable<Events> & string)}`
  : never;

/** The list of a kind: the fields to filter and sort by, and the times that every record has. */
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

/** A list adds up the first amount of its kind. */
function amountOf(fields: Fields): Pick<ListDefinition, 'amount'> {
  const field = Object.keys(fields).find((name) => fields[name]!.decimals !== undefined);
  return field === undefined ? {} : { amount: { field, currency: fields.currency ? 'currency' : null } };
}

function listFieldsOf([name, field]: [string, RecordField]): [string, ListField][] {
  const { type, of } = field;
  if (type === 'points') return [[of!, partOf(name, 'value')]];
  if (type === 'addresses') return ['city', 'country'].map((part) => [part, partOf(name, part)]);
  if (type === 'json') return [[name, { type: 'custom', nullable: true }]];
  return field.filter || field.sort || type === 'links' ? [[name, listFieldOf(field)]] : [];
}

function partOf(column: string, part: string): ListField {
  return { type: 'part', nullable: true, within: { column, part } };
}

function listFieldOf({ type, choices, nullable, sort, to }: RecordField): ListField {
  return {
    type: type as ListField['type'],
    ...(choices && { choices }),
    ...(nullable && { nullable }),
    ...(sort && { sortable: true }),
    ...(sort === 'folded' && { folded: true }),
    ...(to === 'user' && { user: true }),
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
 * A column of a CSV file: the field it fills, the part of its first entry, and the place in the
 * record.
 */
export type CsvFieldOf = { field: string; part: string | null; pointer: string; names: readonly string[] };

/** The columns of CSV files by their names. */
function csvColumnsOf(fields: Fields): Record<string, CsvFieldOf> {
  const columns = Object.entries(fields).flatMap(([field, { type, csv = [] }]) =>
    csv.map(({ field: column, part = null, names }): [string, CsvFieldOf] => {
      const pointer = part === null || type === 'links' ? `/${field}` : `/${field}/0/${part}`;
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

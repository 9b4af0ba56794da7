import { type Static, Type } from 'typebox';
import type { Actor } from './actors.ts';
import { JsonObject, Nullable, OneOf, Text, Timestamp, Uuid } from './fields.ts';
import { FIELD_ERROR_CODES } from './problems.ts';

export const CLIENT_KINDS = ['organisation', 'person'] as const;
export const CLIENT_STATUSES = ['lead', 'prospect', 'active', 'inactive'] as const;

/** The largest `custom` object, in bytes of its JSON text. */
export const CUSTOM_MAX_BYTES = 16 * 1024;

const closed = { additionalProperties: false };

const contactPoint = (value: string, example: string) =>
  Type.Object(
    {
      label: Type.Optional(Text(50, 'What it is for.', { examples: ['work'] })),
      value: Text(254, value, { min: 1, examples: [example] }),
      primary: Type.Optional(Type.Boolean({ description: 'The one to use first. At most one is primary.' })),
    },
    closed,
  );

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

/** The fields that a caller writes. All but the name may be left out. */
const fields = {
  kind: OneOf([...CLIENT_KINDS], 'What the Client is.'),
  name: Text(
    200,
    'Name of the organisation, or full name of the person. Put together from first and last name when left out, and follows them until it is given.',
    { min: 1, examples: ['3M'] },
  ),
  first_name: Nullable(Text(100, 'First name of a person.', { examples: ['Grace'] })),
  last_name: Nullable(Text(100, 'Last name of a person.', { examples: ['Hopper'] })),
  status: OneOf([...CLIENT_STATUSES], 'Where the relation stands.'),
  emails: Type.Array(contactPoint('E-mail address.', 'office@example.com'), { maxItems: 20 }),
  phones: Type.Array(contactPoint('Phone number.', '+44 20 7946 0000'), { maxItems: 20 }),
  website: Nullable(Text(2048, 'Address of the website.', { examples: ['https://www.3m.com'] })),
  domain: Nullable(
    Text(253, 'Domain name. Taken from the website when left out, and follows it until it is given.', {
      examples: ['3m.com'],
    }),
  ),
  addresses: Type.Array(postalAddress, { maxItems: 20 }),
  industry: Nullable(Text(100, 'Industry.', { examples: ['Industrial Conglomerates'] })),
  tax_number: Nullable(Text(50, 'Tax or VAT number.', { examples: ['GB123456789'] })),
  language: Nullable(
    Text(35, 'Language tag (BCP 47).', {
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
      examples: ['en-GB'],
    }),
  ),
  currency: Nullable(
    Text(3, 'Currency code (ISO 4217).', { min: 3, pattern: '^[A-Z]{3}$', examples: ['GBP'] }),
  ),
  tags: Type.Array(Text(50, 'A tag.', { min: 1, examples: ['key-account'] }), {
    maxItems: 50,
    uniqueItems: true,
  }),
  owner_uuid: Nullable(Uuid('The User of the Account who looks after the Client.', 'user')),
  external_id: Nullable(
    Text(200, 'Your own identifier, unique in the Account. Imports update by it.', {
      min: 1,
      examples: ['MMM'],
    }),
  ),
  description: Nullable(Text(20_000, 'Free text in Markdown.', { examples: ['Met at the **fair**.'] })),
  custom: JsonObject({
    description:
      'Your own fields: any JSON object of at most 16 KiB. A change replaces it whole: what you leave out is gone, also what others put there.',
    examples: [{ founded: '1902' }],
  }),
};

export const ClientFields = Type.Partial(Type.Object(fields, closed), closed);
export type ClientFields = Static<typeof ClientFields>;

export const Client = Type.Object(
  {
    uuid: Uuid('Identifier of the Client.', 'client'),
    account_uuid: Uuid('The Account that the Client belongs to.', 'account'),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    ...fields,
    created_at: Timestamp('When the Client was created.'),
    updated_at: Timestamp('When the Client last changed.'),
  },
  { $id: 'Client', title: 'Client', description: 'A customer of the Account: an organisation or a person.' },
);
export type Client = Static<typeof Client>;

export const DeletedClient = Type.Object(
  {
    ...Client.properties,
    deleted_at: Timestamp('When the Client was deleted.'),
    deleted_by: Type.Unsafe<Actor>({ $ref: 'Actor#' }),
    restorable_until: Timestamp('Until when it can be restored. Then it is gone for good.'),
  },
  { $id: 'DeletedClient', title: 'Deleted Client', description: 'A Client that can still be restored.' },
);
export type DeletedClient = Static<typeof DeletedClient>;

export const ClientCreate = Type.Object(
  {
    account_uuid: Type.Optional(
      Uuid('The Account. May be left out by a User of a single Account.', 'account'),
    ),
    ...ClientFields.properties,
  },
  closed,
);
export type ClientCreate = Static<typeof ClientCreate>;

export const ClientUpdate = Type.Object(ClientFields.properties, { ...closed, minProperties: 1 });
export type ClientUpdate = Static<typeof ClientUpdate>;

/** What a column of a CSV file can be read as, in the order in which they are listed. */
export const CLIENT_IMPORT_FIELDS = [
  'external_id',
  'kind',
  'name',
  'first_name',
  'last_name',
  'status',
  'email',
  'phone',
  'website',
  'domain',
  'street',
  'postal_code',
  'city',
  'region',
  'country',
  'industry',
  'tax_number',
  'language',
  'currency',
  'tags',
  'owner_uuid',
  'description',
  'custom',
] as const;
export type ClientImportField = (typeof CLIENT_IMPORT_FIELDS)[number];

const rowCount = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

/** What a CSV import did, row by row and all in all. */
export const ImportResult = Type.Object(
  {
    account_uuid: Uuid('The Account that the Clients belong to.', 'account'),
    dry_run: Type.Boolean({
      description: 'Whether this was a trial: everything was checked and nothing kept.',
    }),
    created: rowCount('Rows that became a new Client.', 480),
    updated: rowCount('Rows that changed the Client with their external_id.', 20),
    unchanged: rowCount('Rows that said what the Client says already.', 2),
    failed: rowCount('Rows that were refused; the others are not affected.', 1),
    failures: Type.Array(
      Type.Object({
        line: Type.Integer({
          description: 'The line that the row begins at; the header is line 1.',
          examples: [7],
        }),
        column: Nullable(
          Type.String({ description: 'Name of the column; null: the row as a whole.', examples: ['E-mail'] }),
        ),
        code: OneOf([...FIELD_ERROR_CODES], 'The kind of fault.'),
        detail: Type.String({ description: 'What is wrong.', examples: ['/name must not be empty.'] }),
      }),
      {
        description:
          'What was wrong with the rows that failed: the first 10 faults of each, for the first 1000 of these rows.',
      },
    ),
    columns: Type.Array(
      Type.Object({
        column: Type.String({ description: 'Name of the column.', examples: ['Company'] }),
        field: Nullable(
          Type.String({ description: 'What it was read as; null: ignored.', examples: ['name'] }),
        ),
      }),
      { description: 'How the columns of the file were understood.' },
    ),
  },
  { title: 'Import result' },
);
export type ImportResult = Static<typeof ImportResult>;

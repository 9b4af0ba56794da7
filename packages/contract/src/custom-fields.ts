import type { Static } from 'typebox';
import {
  AccountToWrite,
  BLANK,
  Closed,
  LINE_BREAKING,
  Lines,
  Name,
  Nullable,
  OneOf,
  Timestamp,
  Uuid,
} from './fields.ts';
import { Job } from './jobs.ts';
import { Type } from './json-schema.ts';
import { RECORDS } from './records/all.ts';
import { CUSTOM_FIELD_TYPES } from './records/declared-fields.ts';

/** The maximum of custom fields of a kind in an Account. */
export const CUSTOM_FIELDS_MAX = 100;

/** The maximum of options of a field. */
const OPTIONS_MAX = 200;

/**
 * The characters of a key: all that keys in `custom` have, without those that separate names in the
 * parameters of lists. One of them can be seen.
 */
export const KEY_PATTERN = `^(?!__proto__$)(?=[${BLANK}]*[^${BLANK}])[^\\[\\],${LINE_BREAKING}]{1,100}$`;

/** The colours of options, as the pages show them. */
export const OPTION_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'grape',
  'pink',
] as const;

/** The kinds of record that can have custom fields. */
const RESOURCES = RECORDS.map(({ name }) => name) as string[];

const Key = Type.String({
  pattern: KEY_PATTERN,
  description:
    'The name in `custom`, which records may have already. Made from the label when left out. It never changes. Without commas and square brackets.',
  examples: ['renewal_on'],
});

const Option = Type.Object({
  key: Type.String({ description: 'The value in `custom`. It never changes.', examples: ['gold'] }),
  label: Type.String({ description: 'What people read.', examples: ['Gold'] }),
  color: Nullable(OneOf([...OPTION_COLORS], 'The colour of its badge.')),
  archived: Type.Boolean({
    description: 'Whether it can no longer be chosen. Records that have it keep it.',
  }),
});

const OptionInput = Closed({
  key: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,59}$',
      description: 'Made from the label when left out. It never changes.',
      examples: ['gold'],
    }),
  ),
  label: Name(100, 'What people read', 'Gold'),
  color: Type.Optional(Nullable(OneOf([...OPTION_COLORS], 'The colour of its badge.'))),
  archived: Type.Optional(Type.Boolean({ description: 'Whether it can no longer be chosen.' })),
});

// The first value would read as if a field had no example.
const type = {
  ...OneOf([...CUSTOM_FIELD_TYPES], 'What its values are. POST /{uuid}/convert changes it.'),
  examples: ['date' as const],
};
const label = Name(100, 'What people read', 'Renewal');
const help = Nullable(Lines(500, 'A hint for those who fill it in', 'When the contract ends.'));
const group_name = Nullable(
  Name(60, 'The heading under which the page of a record shows it, with others of that group', 'Contract'),
);
const required = Type.Boolean({ description: 'Whether a new record needs it.' });
const unique = Type.Boolean({
  description: 'Whether no two records may have the same value. Case and accents do not count.',
});
const position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Its place: the lowest is the first.',
  examples: [1],
});
const archived_at = Nullable(Timestamp('When it was put aside. Null: it is in use.'));
const options = Type.Array(OptionInput, {
  maxItems: OPTIONS_MAX,
  description: 'For choice and choices: the values. One that is left out of a change is archived.',
});
const failing = OneOf(
  ['keep', 'clear'],
  'What becomes of values that do not fit: they stay as they are, or go.',
);

export const CustomField = Type.Object(
  {
    uuid: Uuid('Identifier of the custom field.', 'custom_field'),
    account_uuid: Uuid('The Account that has it.', 'account'),
    resource: OneOf(RESOURCES, 'The kind of record that has it.'),
    key: Key,
    label,
    help,
    group_name,
    type,
    options: Type.Array(Option, { description: 'For choice and choices: the values, in order.' }),
    required,
    unique,
    position,
    archived_at,
    job_uuid: Nullable(
      Uuid(
        'The job that reads the values which records have already (GET /api/v2/jobs/{uuid}). Until it ends, filters and orders miss some of them. Null: it is done.',
      ),
    ),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  {
    $id: 'CustomField',
    title: 'Custom field',
    description:
      'A field that an Account has given to a kind of record. Its value is in `custom.KEY` of the record, is checked, and can be filtered, sorted and added up.',
  },
);
export type CustomField = Static<typeof CustomField>;
export type CustomFieldOption = CustomField['options'][number];

export const CustomFieldCreate = Closed({
  account_uuid: AccountToWrite,
  resource: OneOf(RESOURCES, 'The kind of record that gets it.'),
  key: Type.Optional(Key),
  label,
  help: Type.Optional(help),
  group_name: Type.Optional(group_name),
  type,
  options: Type.Optional(options),
  required: Type.Optional(required),
  unique: Type.Optional(unique),
  position: Type.Optional(position),
  failing: Type.Optional(failing),
});
export type CustomFieldCreate = Static<typeof CustomFieldCreate>;

export const CustomFieldUpdate = Closed(
  {
    label: Type.Optional(label),
    help: Type.Optional(help),
    group_name: Type.Optional(group_name),
    type: Type.Optional(type),
    options: Type.Optional(options),
    required: Type.Optional(required),
    unique: Type.Optional(unique),
    position: Type.Optional(position),
    archived_at: Type.Optional(archived_at),
  },
  { minProperties: 1 },
);
export type CustomFieldUpdate = Static<typeof CustomFieldUpdate>;

export const CustomFieldPreview = Closed({
  account_uuid: AccountToWrite,
  resource: OneOf(RESOURCES, 'The kind of record.'),
  key: Key,
  type,
  options: Type.Optional(options),
  examples_max: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'How many values that do not fit to show; 20 when left out.',
      examples: [20],
    }),
  ),
});
export type CustomFieldPreview = Static<typeof CustomFieldPreview>;

/** How the values that records have under a key fit a type. */
export const CustomFieldFit = Type.Object(
  {
    fit: Type.Integer({ description: 'Records whose value fits.', examples: [1204] }),
    empty: Type.Integer({ description: 'Records without a value.', examples: [96] }),
    failing: Type.Object({
      count: Type.Integer({ description: 'Records whose value does not fit.', examples: [3] }),
      examples: Type.Array(
        Type.Object({
          uuid: Uuid('The record.', 'client'),
          name: Type.String({ description: 'Its name.', examples: ['3M'] }),
          value: Type.String({ description: 'The value, as JSON unless it is a text.', examples: ['soon'] }),
        }),
        { description: 'The first of them: 20, or examples_max.' },
      ),
    }),
    respelled: Type.Object(
      {
        count: Type.Integer({
          description: 'Records whose value fits in another spelling.',
          examples: [334],
        }),
        examples: Type.Array(
          Type.Object({
            uuid: Uuid('The record.', 'client'),
            name: Type.String({ description: 'Its name.', examples: ['3M'] }),
            value: Type.String({ description: 'The value that it has.', examples: ['15.01.2027'] }),
            becomes: Type.String({ description: 'The value that it gets.', examples: ['2027-01-15'] }),
          }),
          { description: 'The first of them: 5, or examples_max if that is less.' },
        ),
      },
      { description: 'What the field changes when it is made, such as 15.01.2027 into 2027-01-15.' },
    ),
  },
  {
    $id: 'CustomFieldFit',
    title: 'Fit of a custom field',
    description: 'How the values that records have under a key fit a type.',
  },
);
export type CustomFieldFit = Static<typeof CustomFieldFit>;

/** A key in `custom` of some records that no field declares. */
export const UndeclaredKey = Type.Object(
  {
    key: Type.String({ description: 'The name in `custom`.', examples: ['renewal_on'] }),
    count: Type.Integer({ description: 'How many records have it.', examples: [1204] }),
  },
  {
    $id: 'UndeclaredKey',
    title: 'Undeclared key',
    description: 'A key in `custom` of some records that no custom field declares.',
  },
);
export type UndeclaredKey = Static<typeof UndeclaredKey>;

export const CustomFieldConvert = Closed({
  type,
  options: Type.Optional(options),
  failing: Type.Optional(failing),
});
export type CustomFieldConvert = Static<typeof CustomFieldConvert>;

/** The job of a conversion. */
export const CustomFieldConversion = Type.Object(
  {
    ...Job.properties,
    job_uuid: Uuid('The same as uuid, under the name that answers with a job have for it.'),
  },
  {
    title: 'Conversion of a custom field',
    description: 'The job that reads the values of a custom field, its subject_uuid, as another type.',
  },
);
export type CustomFieldConversion = Static<typeof CustomFieldConversion>;

/** What a field was called, and of which type, from a time on. */
export const CustomFieldVersion = Type.Object(
  {
    version: Type.Integer({ description: 'The version of the definition.', examples: [1] }),
    label,
    type,
    options: Type.Array(Option, { description: 'For choice and choices: the values.' }),
    since: Timestamp('From when on values were written under it.'),
  },
  {
    $id: 'CustomFieldVersion',
    title: 'Version of a custom field',
    description: 'What a custom field was from a time on.',
  },
);
export type CustomFieldVersion = Static<typeof CustomFieldVersion>;

import type { TObject, TSchema } from 'typebox';
import { Type } from '../src/json-schema.ts';
import { CLIENT } from '../src/records/clients.ts';
import { activity, customFields, shared, sourceTime } from '../src/records/common-fields.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';
import type { RecordField } from '../src/records/record-field.ts';
import { declaration, type Known } from './type-text.ts';

const { emails, phones, addresses } = CLIENT.fields;

/** What several kinds of record are made of, under the names of the types. */
export const COMMON_PARTS: Record<string, TSchema> = {
  EmailAddress: emails.schema.items,
  PhoneNumber: phones.schema.items,
  PostalAddress: addresses.schema.items,
};

/** The fields that kinds have in common, under the names of the types. */
export const COMMON_FIELDS: Record<string, TObject> = {
  SharedFields: schemaOf({ ...shared('', '', { external_id: [] }), custom: customFields() }),
  ImportedFields: schemaOf(sourceTime()),
  ActivityFields: schemaOf(activity()),
};

export const RESOURCE = `/** A record of a kind, with the fields of the kind. */
export type Resource<Fields> = {
  /** Its identifier. */
  uuid: string;
  /** The Account that it belongs to. */
  account_uuid: string;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
} & Fields;
`;

/** The types of a record of one kind, and of its fields. */
export function recordTypes({ title, about, fields }: RecordDefinition, known: Known): string[] {
  return [
    declaration(schemaOf(fields), `${title}Fields`, known),
    `/** ${about} */\nexport type ${title} = Resource<${title}Fields>;\n`,
  ];
}

/** The fields as they are read. */
function schemaOf(fields: Record<string, RecordField>): TObject {
  return Type.Object(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])));
}

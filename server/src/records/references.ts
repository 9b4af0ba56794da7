import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';

type Fields = Pick<RecordDefinition, 'fields'>;

/** The fields with the uuid of a User or of another record. Links are no such fields. */
export function referenceFields({ fields }: Fields): [string, RecordField & { to: string }][] {
  return Object.entries(fields as Record<string, RecordField>).filter(
    (entry): entry is [string, RecordField & { to: string }] => entry[1].to !== undefined,
  );
}

/** The references by which callers join records, but for those that a kind looks up itself. */
export function ownReferences(definition: Fields): [string, RecordField & { to: string }][] {
  return referenceFields(definition).filter(([, { by, held }]) => by === 'caller' && !held);
}

/** The fields of a kind that hold links to other records. */
export function linkFields({ fields }: Fields): [string, RecordField][] {
  return Object.entries(fields as Record<string, RecordField>).filter(([, field]) => isLinks(field));
}

export function isLinks({ key }: RecordField): boolean {
  return key !== undefined;
}

/** The kind of record that the entry of a link names. */
export function linkedKind({ resources }: RecordField, link: Record<string, unknown>): string {
  return String(link.resource ?? resources![0]);
}

/** The kind of record that the cells of a column name; undefined where they name none. */
export function kindOfCell(field: RecordField, part: string | null): string | undefined {
  return isLinks(field) ? resourceOf(field, part!) : field.to;
}

/** The kind of record that a column of links names. */
export function resourceOf({ key, resources }: RecordField, part: string): string {
  return key === 'uuid' ? part : resources![0]!;
}

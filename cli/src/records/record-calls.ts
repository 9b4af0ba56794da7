import type { Rapport } from '@rapport/client';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Duplicate } from '@rapport/contract/records/duplicates';
import type { RecordField } from '@rapport/contract/records/record-field';

/** A record of any kind, as the API returns it. */
export type AnyRecord = { uuid: string } & Record<string, unknown>;

/** The client package's functions for a kind, without the types of the kind. */
type RecordCalls = {
  list(query: object): {
    firstPage(): Promise<{ data: AnyRecord[]; next_cursor: string | null }>;
  };
  retrieve(uuid: string): Promise<AnyRecord>;
  create(fields: object): Promise<AnyRecord>;
  update(uuid: string, fields: object, options: { version?: number }): Promise<AnyRecord>;
  delete(uuid: string, options: { version?: number }): Promise<void>;
  restore(uuid: string): Promise<AnyRecord>;
  duplicates(query: object): {
    firstPage(): Promise<{ data: Duplicate<AnyRecord>[]; next_cursor: string | null }>;
  };
  merge(
    uuid: string,
    merge: { from_uuid: string; take: object; dry_run: boolean },
  ): Promise<{ record: AnyRecord; moved: { resource: string; count: number }[] }>;
  import: Rapport['clients']['import'];
};

export function callsOf(rapport: Rapport, { plural }: RecordDefinition): RecordCalls {
  return rapport[plural as 'clients'] as unknown as RecordCalls;
}

/** Returns the name of a record: the first line of its naming field. */
export function nameOf({ named_by }: RecordDefinition, record: AnyRecord): string {
  return String(record[named_by]).split('\n')[0]!;
}

/** Returns the fields of a kind, in the order of the definition. */
export function fieldsOf({ fields }: RecordDefinition): [string, RecordField][] {
  return Object.entries(fields as Record<string, RecordField>);
}

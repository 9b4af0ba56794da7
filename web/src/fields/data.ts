/** The fields that every record has. The others are those of its kind. */
export type RecordData = {
  uuid: string;
  account_uuid: string;
  version: number;
  tags: string[];
  owner_uuid: string | null;
  external_id: string | null;
  custom: Record<string, unknown>;
  created_at: string;
  updated_at: string;
  [field: string]: unknown;
};

/** A change of a record: its fields and their new values. */
export type Changes = Record<string, unknown>;

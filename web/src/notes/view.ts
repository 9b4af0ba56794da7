import { NOTE } from '@rapport/contract/records/notes';
import type { RecordView } from '../fields/view.ts';
import { viewOf } from '../fields/view-of.ts';
import { NOTE_LABELS, notes } from '../texts/notes.ts';

/** The view of Notes: the parts in which they differ from other kinds. */
export const view: RecordView = viewOf(
  NOTE,
  NOTE_LABELS,
  { body: { width: 420, isRequired: true, namesPeople: true }, records: { width: 300 } },
  {
    texts: notes,
    columns: ['body', 'records', 'pinned', 'tags', 'owner_uuid', 'account_uuid', 'external_id'],
    default_columns: ['body', 'records', 'created_at'],
    phone_columns: ['body', 'created_at'],
    bulk_fields: ['owner_uuid', 'tags'],
    required_fields: ['records'],
    new_fields: ['body', 'records'],
    head: { facts: ['created_at'] },
    glance: ['records', 'created_at', 'owner_uuid'],
  },
);

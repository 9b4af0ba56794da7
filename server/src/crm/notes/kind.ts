import type { FieldError } from '@rapport/contract/problems';
import { NOTE, type Note } from '@rapport/contract/records/notes';
import type { Notices } from '../../notifications/notice.ts';
import { fault } from '../../records/fault.ts';
import type { RecordKind, Revision } from '../../records/kind.ts';

/** Notes about records. The histories of these records show their events. */
export const notes: RecordKind<Note> = {
  definition: NOTE,
  table: 'notes',
  faults: noteFaults,
  subjects: ({ records }) => records.map(({ uuid }) => uuid),
  notices: noteNotices,
};

/**
 * Refuses a note without records, because nobody would find it. A note stays when its records are
 * purged later.
 */
function noteFaults({ record, before }: Revision<Note>): FieldError[] {
  const isNamed = record.records.length > 0 || before?.records.length === 0;
  return isNamed
    ? []
    : [fault('/records', 'required', 'is missing. Name 1 to 20 records that the note is about.')];
}

/** A note tells those whom it names. */
function noteNotices({ before, record }: Revision<Note>, action: string): Notices | null {
  if (action === 'deleted' || action === 'restored') return null;
  return { text: { before: before?.body ?? '', after: record.body } };
}

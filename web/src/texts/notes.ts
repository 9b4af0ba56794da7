import type { NOTE } from '@rapport/contract/records/notes';
import { type Labels, recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

/** Labels of the fields of a Note, in the order of its page. */
export const NOTE_LABELS: Labels<typeof NOTE> = {
  body: 'Text',
  records: 'About',
  pinned: 'Pinned',
  ...COMMON_LABELS,
};

export const notes = {
  ...recordTexts({
    one: 'Note',
    many: 'Notes',
    search: 'text, tags',
    what: 'A Note is what somebody wrote down about a Client, a Contact or a Deal. It is written on their page.',
  }),
};

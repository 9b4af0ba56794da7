import type * as en from '../notes.ts';
import { recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

export const NOTE_LABELS: typeof en.NOTE_LABELS = {
  body: 'Text',
  records: 'Zu',
  pinned: 'Angeheftet',
  ...COMMON_LABELS,
};

export const notes = {
  ...recordTexts({
    one: 'Notiz',
    many: 'Notizen',
    manyDative: 'Notizen',
    fresh: 'Neue Notiz',
    search: 'Text, Schlagwörter',
    what: 'Eine Notiz hält etwas zu einem Kunden, einem Kontakt oder einer Verkaufschance fest. Sie entsteht auf deren Seite.',
  }),
} satisfies typeof en.notes;

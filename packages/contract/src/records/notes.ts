import { customFields, shared, sourceTime } from './common-fields.ts';
import { defineRecord, type RecordOf } from './define-record.ts';
import { boolean, text } from './fields.ts';
import { recordLinks } from './link-fields.ts';

export const NOTE = defineRecord({
  name: 'note',
  plural: 'notes',
  title: 'Note',
  about: 'What somebody wrote down about one record or several.',
  named_by: 'body',
  seen_by: 'records',
  needs: [['body', 'records']],
  fields: {
    body: text('The text, in Markdown: at most 64 KiB.', {
      max: 65_536,
      min: 1,
      required: true,
      lines: true,
      example: 'They want the offer **by Friday**.',
      csv: ['text', 'note', 'notes', 'content'],
    }),
    pinned: boolean('Whether it stands above the others.', { filter: true, csv: true }),
    records: recordLinks('What it is about: 1 to 20 records.', ['client', 'contact', 'deal']),
    ...shared('offer', 'N-1', { external_id: ['id', 'note id'] }),
    custom: customFields(),
    ...sourceTime({ filter: true }),
  },
  default_sort: '-created_at',
  sample_previous: { body: 'They want the offer soon.' },
});

export type Note = RecordOf<typeof NOTE>;

import { EXAMPLE_UUIDS } from '../fields.ts';
import { activity, customFields, shared, sourceTime } from './common-fields.ts';
import { defineRecord, type RecordOf } from './define-record.ts';
import { choice, currency, date, decimal, integer, reference, text, time } from './fields.ts';
import { linksTo } from './link-fields.ts';
import { readOnly } from './record-field.ts';
import { sharedWith } from './share-fields.ts';

const DEAL_STATUSES = ['open', 'won', 'lost'] as const;

const CLOSED_AT = '2026-11-20T09:20:00.000+00:00';

export const DEAL = defineRecord({
  name: 'deal',
  plural: 'deals',
  title: 'Deal',
  about: 'A sale under way: what a Client may buy, for how much, by when.',
  named_by: 'title',
  seen_by: 'level',
  needs: [['title']],
  fields: {
    title: text('What it is about.', {
      max: 200,
      min: 1,
      required: true,
      example: 'New website',
      sort: 'distinct',
      csv: ['deal', 'deal name', 'opportunity', 'opportunity name', 'name'],
    }),
    client_uuid: reference(
      'client',
      'The Client who may buy. Null: nobody knows yet, or that Client is gone for good.',
      {
        example: 'client',
        hangs_on: true,
        filter: true,
        csv: ['client', 'company', 'organisation', 'organization', 'account', 'customer'],
      },
    ),
    pipeline_uuid: readOnly(
      reference('pipeline', 'The pipeline of its stage.', { example: 'pipeline', filter: true }),
    ),
    stage_uuid: reference('stage', 'The stage it is in; the first of the first pipeline when left out.', {
      example: 'stage',
      held: true,
      filter: true,
      csv: ['stage', 'deal stage'],
    }),
    status: choice('How it stands.', DEAL_STATUSES, { filter: true, csv: true }),
    amount: decimal('What it is worth.', {
      example: '12500.00',
      currency: 'currency',
      sum_of: true,
      sort: true,
      csv: ['value'],
    }),
    currency: currency({ example: 'EUR', filter: true }),
    expected_close_on: date('The day by which it is expected to be decided.', {
      sort: true,
      due_until: ['closed_at'],
      csv: ['close date', 'expected close date'],
    }),
    probability: integer('How likely it is won, in per cent. Null: as likely as its stage says.', {
      minimum: 0,
      maximum: 100,
      percent: true,
      csv: true,
    }),
    source: text('Where it came from.', { max: 100, example: 'Fair', filter: true, csv: ['lead source'] }),
    lost_reason: text('Why it was lost. Required when the status is lost.', {
      max: 500,
      example: 'Too expensive',
      filter: true,
      csv: ['loss reason'],
    }),
    closed_at: readOnly(time('When it was won or lost. Null while it is open.', { sort: true, csv: true })),
    stage_entered_at: readOnly(time('Since when it is in its stage.', { sort: true })),
    contacts: linksTo(
      'contact',
      'contact_uuid',
      'The Contacts who take part, each with their role.',
      ['role', 'primary'],
      ['person', 'contact name'],
    ),
    ...shared('renewal', 'D-2026-17', {
      external_id: ['id', 'deal id', 'opportunity id', 'record id'],
    }),
    shared_with: sharedWith(),
    description: text('Free text in Markdown.', {
      max: 20_000,
      example: 'They want **ten pages**.',
      lines: true,
      csv: ['notes', 'note', 'comment', 'comments'],
    }),
    custom: customFields(),
    ...sourceTime(),
    ...activity(['closed_at']),
  },
  events: {
    merged: { description: 'Another Deal was merged into this one.', previous: { source: null } },
    moved: { description: 'A Deal went to another stage.', previous: { stage_uuid: EXAMPLE_UUIDS.any } },
    won: {
      description: 'A Deal was won.',
      previous: { status: 'open', closed_at: null },
      data: { status: 'won', closed_at: CLOSED_AT },
    },
    lost: {
      description: 'A Deal was lost.',
      previous: { status: 'open', lost_reason: null, closed_at: null },
      data: { status: 'lost', lost_reason: 'Too expensive', closed_at: CLOSED_AT },
    },
    reopened: {
      description: 'A Deal that was won or lost is open again.',
      previous: { status: 'won', closed_at: CLOSED_AT },
    },
  },
  default_sort: '-created_at',
  has_board: true,
  sample: { closed_at: null, lost_reason: null, probability: null },
  sample_previous: { amount: '10000.00' },
});

export type Deal = RecordOf<typeof DEAL>;

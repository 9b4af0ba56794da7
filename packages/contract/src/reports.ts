import type { Static } from 'typebox';
import { Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import type { Deal } from './records/deals.ts';

/** What a report may be asked for: a time, a pipeline, an owner, and a past day. */
const REPORT_FILTERS = ['from', 'until', 'pipeline_uuid', 'owner_uuid', 'as_of'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** A report: its filters, and the time that it is about when the caller names none. */
export type ReportDefinition = {
  name: string;
  title: string;
  about: string;
  filters: readonly ReportFilter[];
  period?: { from: string; until: string };
  /** The past day that it is about when the caller names none. */
  since?: string;
};

/** The last twelve months with this one. */
const YEAR = { from: 'month-11', until: 'month+1' };

/** The reports, in the order in which pages and documents name them. */
export const REPORTS = [
  {
    name: 'pipeline',
    title: 'Pipeline by stage',
    about: 'Open deals by stage: what they are worth, and what of it their probability lets expect.',
    filters: ['pipeline_uuid', 'owner_uuid', 'as_of'],
  },
  {
    name: 'changes',
    title: 'What changed in the pipeline',
    about: 'What became of the deals that were open on a past day, and which are new since.',
    filters: ['as_of', 'pipeline_uuid', 'owner_uuid'],
    since: 'today-7d',
  },
  {
    name: 'stages',
    title: 'Conversion and time in stage',
    about: 'Deals that left a stage in a time: where they went, and how long they had been in it.',
    filters: ['from', 'until', 'pipeline_uuid', 'owner_uuid'],
    period: YEAR,
  },
  {
    name: 'won-and-lost',
    title: 'Won and lost',
    about: 'Deals by the month in which they were won or lost, and why they were lost.',
    filters: ['from', 'until', 'pipeline_uuid', 'owner_uuid'],
    period: YEAR,
  },
  {
    name: 'forecast',
    title: 'Forecast',
    about: 'Open deals by the month in which they are expected to be decided.',
    filters: ['from', 'until', 'pipeline_uuid', 'owner_uuid', 'as_of'],
    period: { from: 'month', until: 'month+6' },
  },
  {
    name: 'activity',
    title: 'Activity by person',
    about: 'What each person has done: calls, meetings, e-mails and other tasks completed, notes, deals won.',
    filters: ['from', 'until', 'pipeline_uuid', 'owner_uuid'],
    period: { from: 'month', until: 'month+1' },
  },
  {
    name: 'new-clients',
    title: 'New clients',
    about:
      'Clients by where they came from and by month: those added here, and those of imports by their date there.',
    filters: ['from', 'until', 'owner_uuid'],
    period: YEAR,
  },
] as const satisfies readonly ReportDefinition[];

export type ReportName = (typeof REPORTS)[number]['name'];
export const REPORT_NAMES = REPORTS.map(({ name }) => name);

const REPORT_UNITS = ['count', 'amount', 'percent', 'days'] as const;

/** What became of a Deal since a past day. */
export const DEAL_CHANGES = [
  'new',
  'moved',
  'grew',
  'shrank',
  'slipped',
  'sooner',
  'won',
  'lost',
  'reopened',
  'deleted',
] as const;
export type DealChange = (typeof DEAL_CHANGES)[number];

/** How a Deal left a stage. */
export const STAGE_EXITS = ['left', 'forward', 'back', 'won', 'lost'] as const;

const Figure = Type.Object(
  {
    name: Type.String({ description: 'The column that it stands in.', examples: ['amount'] }),
    value: Type.Union([Type.Number(), Type.String(), Type.Null()], {
      description:
        'An amount as a decimal text, everything else as a number. Null: there is nothing to compute it from.',
      examples: ['12500.00'],
    }),
    list: Nullable(
      Type.String({
        description:
          'The records behind it: a path of this API, whose whole list adds up to the figure. Null for a rate, an average, and what nobody owned on a past day.',
        examples: ['/api/v2/deals?filter[status]=open&filter[currency]=EUR'],
      }),
    ),
  },
  { title: 'A figure' },
);

const Row = Type.Object({
  key: Nullable(
    Type.String({ description: 'What the row is about: a uuid, a month such as 2026-11, or a text.' }),
  ),
  label: Type.String({ description: 'The same for people.', examples: ['Offer'] }),
  figures: Type.Array(Figure, { description: 'One for each column, in their order.' }),
});

const Table = Type.Object({
  name: Type.String({ description: 'What its rows are.', examples: ['stages'] }),
  currency: Nullable(
    Type.String({
      description: 'The currency of its amounts. Amounts of several currencies are never added up.',
      examples: ['EUR'],
    }),
  ),
  columns: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['amount'] }),
      unit: OneOf([...REPORT_UNITS], 'What its figures are.'),
    }),
  ),
  rows: Type.Array(Row),
  totals: Type.Array(Figure, { description: 'The figures of all rows together, one for each column.' }),
});

const Day = (description: string) => Nullable(Type.String({ description, examples: ['2026-11-01'] }));

/** The answer of every report. It is named so that a kind of record may be called a report. */
export const ReportTables = Type.Object(
  {
    name: Type.String({ description: 'The report.', examples: ['pipeline'] }),
    account_uuid: Uuid('The Account.', 'account'),
    from: Day('The first day that counts. Null for a report about now.'),
    until: Day('The day behind the last one.'),
    as_of: Day('The past day whose end it shows. Null: now.'),
    pipeline_uuid: Nullable(Uuid('Only Deals of this pipeline.', 'pipeline')),
    owner_uuid: Nullable(Uuid('Only what this User looks after.', 'user')),
    time_zone: Type.String({ description: 'Whose days are meant.', examples: ['Europe/London'] }),
    history_since: Nullable(
      Timestamp('Since when the Account has a history. What was before is not counted. Null: not needed.'),
    ),
    tables: Type.Array(Table),
  },
  { $id: 'ReportTables', title: 'Report', description: 'Figures, each with the list of records behind it.' },
);
export type ReportTables = Static<typeof ReportTables>;
export type ReportTable = ReportTables['tables'][number];
export type ReportFigure = ReportTable['totals'][number];

/** A table as lines of cells: its head, its rows, and the total last. */
export function linesOf({ name, currency, columns, rows, totals }: ReportTable): string[][] {
  const line = (label: string, figures: ReportFigure[]) => [
    label,
    currency ?? '',
    ...figures.map(({ value }) => String(value ?? '')),
  ];
  return [
    [name, 'currency', ...columns.map((column) => column.name)],
    ...rows.map(({ label, figures }) => line(label, figures)),
    ...(totals.length > 0 ? [line('Total', totals)] : []),
  ];
}

/** A Deal as it was on a past day, and as it is now. */
export const PastDeal = Type.Object(
  {
    uuid: Uuid('The Deal.', 'deal'),
    before: Nullable(Type.Unsafe<Deal>({ $ref: 'Deal#', description: 'As it was. Null: it was not there.' })),
    now: Nullable(Type.Unsafe<Deal>({ $ref: 'Deal#', description: 'As it is. Null: it was deleted.' })),
  },
  { $id: 'PastDeal', title: 'Past deal', description: 'A Deal as it was, and as it is.' },
);
export type PastDeal = { uuid: string; before: Deal | null; now: Deal | null };

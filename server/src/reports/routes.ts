import { Closed, Uuid } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import {
  DEAL_CHANGES,
  PastDeal,
  REPORTS,
  type ReportDefinition,
  type ReportFilter,
  ReportTables,
  STAGE_EXITS,
} from '@rapport/contract/reports';
import type { TObject, TSchema } from 'typebox';
import type { Core } from '../platform/core.ts';
import { type Api, envelope } from '../platform/http/api/api.ts';
import { dataOf, pagesOf, refusals } from '../platform/http/api/openapi.ts';
import { limitOf, TIME_ZONE } from '../platform/lists/list-schema.ts';
import { Problem } from '../platform/problem.ts';
import { csvOf } from './csv.ts';
import type { PastQuery } from './past/actions.ts';
import type { ReportQuery } from './scope.ts';

const PATH = '/api/v2/reports';

/** Loaded with the first report (0058). */
const actions = () => import('./actions.ts');
const past = () => import('./past/actions.ts');

export const schemas = [ReportTables, PastDeal];

/**
 * A route for each report, and not one with a parameter: so a kind of record may be called a
 * report, whose routes have a uuid in that place.
 */
export function routes(api: Api, core: Core): void {
  for (const report of REPORTS) reportRoutes(api, core, report);
  pastDealsRoute(api, core);
}

function reportRoutes(api: Api, core: Core, { name, title, about, ...report }: Described): void {
  const operation = name.split('-').map(capital).join('');
  const querystring = querySchema(report);
  api.get(
    `${PATH}/${name}`,
    {
      schema: {
        tags,
        operationId: `read${operation}Report`,
        summary: title,
        description: `${about} Of one Account: the named one, else your only or default one.`,
        querystring,
        response: { 200: dataOf(ReportTables), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, query }) => envelope(await (await actions()).readReport(core, caller, name, query)),
  );
  api.get(
    `${PATH}/${name}.csv`,
    {
      schema: {
        tags,
        operationId: `export${operation}Report`,
        summary: `${title}, as a CSV file`,
        description: 'The tables of the report below each other, with a column for the currency.',
        querystring,
        response: {
          200: { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } },
          ...refusals(400, 401, 404),
        },
      },
    },
    async ({ caller, query }, reply) => {
      const report = await (await actions()).readReport(core, caller, name, query);
      if (report instanceof Problem) return report;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .send(csvOf(report));
    },
  );
}

/** The list behind the figures about the past, which the list of Deals cannot give. */
function pastDealsRoute(api: Api, core: Core): void {
  api.get(
    `${PATH}/past-deals`,
    {
      schema: {
        tags,
        operationId: 'listPastDeals',
        summary: 'List the deals behind a figure about the past',
        description:
          'Each as it was and as it is. The figures of reports name this list with its parameters: with change what happened since as_of, ' +
          'with exit how a stage was left from one day until another, else what was open at the end of as_of, which is yesterday when left out.',
        querystring: PastDealsQuery,
        response: {
          200: Type.Object({
            ...pagesOf(PastDeal).properties,
            total: Type.Optional(Type.Integer({ description: 'Only with include=total.' })),
          }),
          ...refusals(400, 401, 404),
        },
      },
    },
    async ({ caller, query }) => (await past()).listPastDeals(core, caller, query),
  );
}

type Described = (typeof REPORTS)[number];

const tags = ['Reports'];

const uuid = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }));
const day = (description: string) => Type.Optional(Type.String({ maxLength: 20, description }));

const PARAMETERS: Record<ReportFilter, (report: Pick<ReportDefinition, 'period'>) => TSchema> = {
  from: ({ period }) =>
    day(`The first day that counts: a date, or a relative one such as month-1. Default: ${period?.from}.`),
  until: ({ period }) =>
    day(`The day behind the last one, so from=month-1&until=month is last month. Default: ${period?.until}.`),
  pipeline_uuid: () => uuid('Only Deals of this pipeline.'),
  owner_uuid: () =>
    Type.Optional(
      Type.String({
        pattern: '^(me|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
        description: 'Only what this User looks after: a uuid, or me.',
      }),
    ),
  as_of: () => day('A past day, such as 2026-11-02 or week: the report as it stood at the end of that day.'),
};

function oneOf(values: readonly string[], description: string) {
  return Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...values], description }));
}

const PastDealsQuery = Type.Unsafe<PastQuery>(
  Closed({
    account_uuid: Uuid('The Account.', 'account'),
    as_of: PARAMETERS.as_of({}),
    from: day('With exit and month: the first day.'),
    until: day('With exit and month: the day behind the last one.'),
    pipeline_uuid: PARAMETERS.pipeline_uuid({}),
    owner_uuid: PARAMETERS.owner_uuid({}),
    change: oneOf(DEAL_CHANGES, 'What happened to them since the end of as_of.'),
    exit: oneOf(STAGE_EXITS, 'How they left stage_uuid, or any stage.'),
    stage_uuid: Type.Optional(
      Type.String({
        pattern: '^(none|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
        description: 'The stage they were in, or none.',
      }),
    ),
    currency: Type.Optional(
      Type.String({ pattern: '^(none|[A-Z]{3})$', description: 'The currency they had, or none.' }),
    ),
    month: Type.Optional(
      Type.String({
        maxLength: 10,
        description: 'A row of the forecast: a month such as 2026-11, or earlier, later, no_day.',
      }),
    ),
    include: oneOf(['total'], 'total: also say how many there are on all pages.'),
    limit: limitOf('Deals'),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'next_cursor of the previous page.' })),
    ...TIME_ZONE,
  }) as TObject,
);

function querySchema({ filters, period }: Pick<ReportDefinition, 'filters' | 'period'>) {
  const own = filters.map((filter) => [filter, PARAMETERS[filter]({ ...(period && { period }) })]);
  const schema: TObject = Closed({
    account_uuid: uuid('The Account. Needed by who has several and no default.'),
    ...Object.fromEntries(own),
    ...TIME_ZONE,
  });
  return Type.Unsafe<ReportQuery>(schema);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

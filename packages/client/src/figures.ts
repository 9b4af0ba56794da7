import type { AnyListQuery } from './list-query.ts';
import type { PastDeal, ReportTables } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { list, retrieve } from './verbs.ts';

/**
 * What a report counts: days such as `2026-11-01` or `month-1`, a pipeline, an owner, and a past
 * day. Not every report has all of them.
 */
export type ReportQuery = {
  account_uuid?: string;
  from?: string;
  until?: string;
  pipeline_uuid?: string;
  owner_uuid?: string;
  as_of?: string;
  time_zone?: string;
};

/** Returns the reports. Each figure names the list of records behind it. */
export function figures(send: Transport) {
  const report =
    (name: string) =>
    (query: ReportQuery = {}, call: CallOptions = {}) =>
      retrieve<ReportTables>(send, `/api/v2/reports/${name}`, call, query);
  return {
    pipeline: report('pipeline'),
    changes: report('changes'),
    stages: report('stages'),
    wonAndLost: report('won-and-lost'),
    forecast: report('forecast'),
    activity: report('activity'),
    newClients: report('new-clients'),
    /** Lists the Deals behind a figure about the past, as they were and as they are. */
    pastDeals: (
      query: ReportQuery & {
        account_uuid: string;
        change?: string;
        exit?: string;
        stage_uuid?: string;
        currency?: string;
        month?: string;
        limit?: number;
        cursor?: string;
      },
      call: CallOptions = {},
    ) => list<PastDeal>(send, '/api/v2/reports/past-deals', query as AnyListQuery, call),
  };
}

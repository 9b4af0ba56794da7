import type { Scope } from './scope.ts';

/** The filters of a list, each by its name and operator: `{ 'closed_at][gte': '2026-11-01' }`. */
export type Filters = Record<string, string | null | undefined>;

/**
 * The path of a list whose records are those of a figure. A filter that is null finds records
 * without a value; one that is undefined is left out.
 */
export function listPath(plural: string, scope: Scope, filters: Filters): string {
  const query = new URLSearchParams({ account_uuid: scope.account_uuid });
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    if (value === null) query.set(`filter[${name}][is_null]`, 'true');
    else query.set(`filter[${name}]`, value);
  }
  if (scope.asked_time_zone !== null) query.set('time_zone', scope.asked_time_zone);
  return `/api/v2/${plural}?${query.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')}`;
}

/** The filters that a report about Deals has for all of its figures. */
export function dealFilters({ pipeline_uuid, owner_uuid }: Scope): Filters {
  return { pipeline_uuid: pipeline_uuid ?? undefined, owner_uuid: owner_uuid ?? undefined };
}

/** What finds the Deals behind a figure that no list can tell of, as it is about the past. */
type PastFigure = {
  change?: string | null | undefined;
  exit?: string;
  stage_uuid?: string | null | undefined;
  currency?: string | null | undefined;
  month?: string | undefined;
  owner_uuid?: string | undefined;
};

/** What a parameter says in the place of null. */
export const NONE = 'none';

/** The path of the Deals behind a figure about the past. */
export function pastList(scope: Scope, figure: PastFigure): string {
  const { account_uuid, as_of, from, until, pipeline_uuid, owner_uuid, asked_time_zone } = scope;
  const period = as_of === null || figure.month !== undefined ? { from, until } : {};
  const all = {
    ...figure,
    as_of: as_of?.day,
    ...period,
    pipeline_uuid,
    owner_uuid: figure.owner_uuid ?? owner_uuid,
    time_zone: asked_time_zone,
  };
  const query = new URLSearchParams({ account_uuid });
  for (const [name, value] of Object.entries(all)) {
    const isOwn = name in figure;
    if (value === undefined || (value === null && !isOwn)) continue;
    query.set(name, value ?? NONE);
  }
  return `/api/v2/reports/past-deals?${query}`;
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, withQuery } from '../api/request.ts';
import type { Field } from '../fields/values/field.ts';
import { FIELD_TYPES } from '../fields/values/field-types.ts';
import { sayAmount, saySums } from '../fields/values/say.ts';
import { apiPath, queryKey, type RecordView } from '../fields/view.ts';
import type { ListSearch } from './list.ts';

/**
 * The number of records in a list, and their amounts by currency if the kind has amounts. Above
 * 10,000 the count says only that there are more, and the amounts are null.
 */
export type Totals = { count: number; amounts?: { currency: string | null; amount: string }[] | null };

/** Returns the query for the totals of the list with these parameters. */
export function totalsOf(view: RecordView, parameters: ListSearch) {
  const include = view.list.amount || parameters.sum ? 'amounts' : 'count';
  return queryOptions({
    queryKey: queryKey(view, 'totals', parameters),
    queryFn: ({ signal }) =>
      request<Totals>('GET', withQuery(apiPath(view), { ...parameters, limit: 1, include }), { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the sum of a declared field. A number has no currency. */
export function saySum({ type }: Field, { amounts }: Totals): string {
  if (FIELD_TYPES[type].isAmount) return saySums(amounts ?? []);
  return (amounts ?? []).map(({ amount }) => sayAmount(amount, null)).join();
}

/** Returns amounts such as `€120,500 · $1,200`. Empty without amounts. */
export function sayAmounts({ amounts }: Totals): string {
  return saySums(amounts ?? []);
}

import type { ReportTable } from '@rapport/contract/reports';
import type { Filters } from '../links.ts';
import { listOfMonth, type Month } from '../months.ts';
import type { Scope } from '../scope.ts';
import { type Columns, type Sums, tableOf } from '../tables.ts';
import type { NewClients } from './queries.ts';

const COLUMNS: Columns = [
  { name: 'added', unit: 'count' },
  { name: 'imported', unit: 'count' },
];

/** A table by month, one by source, and one by person unless one is asked for. */
export function newClientsTables(scope: Scope, months: Month[], found: NewClients[]): ReportTable[] {
  const listBehind = (column: string, month: Month | undefined, more: Filters) => {
    const own = { owner_uuid: scope.owner_uuid ?? undefined, ...more };
    return column === 'added'
      ? listOfMonth('clients', scope, 'created_at', month, { ...own, source_created_at: null })
      : listOfMonth('clients', scope, 'source_created_at', month, own);
  };
  const byMonth = months.map(({ key }, index): Sums => {
    const { added = 0, imported = 0 } =
      found.find(({ by, month }) => by === 'month' && month === index + 1) ?? {};
    return { key, label: key, sums: { added, imported } };
  });
  const bySource = found
    .filter(({ by }) => by === 'source')
    .map(({ source, added, imported }): Sums => {
      return { key: source, label: source ?? 'Without a source', sums: { added, imported } };
    });
  const byPerson = found
    .filter(({ by }) => by === 'person')
    .map(({ user_uuid, user, added, imported }): Sums => {
      return { key: user_uuid, label: user ?? 'Nobody', sums: { added, imported } };
    });
  const isSplit = byPerson.length > 0 && scope.owner_uuid === null;
  return [
    tableOf('months', null, COLUMNS, byMonth, (column, key) =>
      listBehind(
        column,
        months.find((month) => month.key === key),
        {},
      ),
    ),
    tableOf('sources', null, COLUMNS, bySource, (column, key) =>
      listBehind(column, undefined, { source: key }),
    ),
    ...(isSplit
      ? [
          tableOf('people', null, COLUMNS, byPerson, (column, key) =>
            listBehind(column, undefined, key === undefined ? {} : { owner_uuid: key }),
          ),
        ]
      : []),
  ];
}

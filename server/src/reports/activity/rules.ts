import { TASK_TYPES } from '@rapport/contract/records/tasks';
import type { ReportTable } from '@rapport/contract/reports';
import { type Filters, listPath } from '../links.ts';
import { within } from '../months.ts';
import type { Scope } from '../scope.ts';
import { type Columns, type Sums, tableOf } from '../tables.ts';
import type { Deed } from './queries.ts';

const COLUMNS: Columns = [...TASK_TYPES, 'notes', 'imported_notes', 'won'].map((name) => ({
  name,
  unit: 'count',
}));

/** One table with a row for each person. The row without one is of what has no owner. */
export function activityTables(scope: Scope, deeds: Deed[]): ReportTable[] {
  const people = [...new Map(deeds.map((deed) => [deed.user_uuid, deed])).values()];
  const rows = people.map(({ user_uuid, user }): Sums => {
    const own = deeds.filter((deed) => deed.user_uuid === user_uuid);
    return {
      key: user_uuid,
      label: user ?? 'Nobody',
      sums: Object.fromEntries(own.map(({ what, count }) => [what, count])),
    };
  });
  return [
    tableOf('people', null, COLUMNS, rows, (column, key) => {
      const who = key === undefined ? (scope.owner_uuid ?? undefined) : key;
      const [plural, filters] = listOf(column, scope, who);
      return listPath(plural, scope, filters);
    }),
  ];
}

function listOf(column: string, scope: Scope, who: string | null | undefined): [string, Filters] {
  switch (column) {
    case 'won': {
      const { pipeline_uuid } = scope;
      const own = { owner_uuid: who, pipeline_uuid: pipeline_uuid ?? undefined };
      return ['deals', { status: 'won', ...own, ...within('closed_at', scope) }];
    }
    case 'notes':
      return ['notes', { owner_uuid: who, source_created_at: null, ...within('created_at', scope) }];
    case 'imported_notes':
      return ['notes', { owner_uuid: who, ...within('source_created_at', scope) }];
    default:
      return [
        'tasks',
        { status: 'completed', type: column, assignee_uuid: who, ...within('completed_at', scope) },
      ];
  }
}

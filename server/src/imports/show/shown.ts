import type { Import, ImportRow, ImportSummary } from '@rapport/contract/imports';
import { peopleOf } from '../plan/plan.ts';
import { stagesInOrder } from '../plan/stage-order.ts';
import type { ImportRecord } from '../queries.ts';
import { TARGETS } from '../read/targets.ts';

/** An import as the API shows it in a list. `undone` are the changes that were taken back. */
export function summaryOf(row: ImportRecord, undone: Set<string>): ImportSummary {
  return {
    uuid: row.uuid,
    account_uuid: row.account_uuid,
    created_at: row.created_at,
    updated_at: row.updated_at,
    state: row.state,
    preset: row.preset,
    created_by: { ...row.actor, client_id: row.oauth_client_uuid },
    started_at: row.started_at,
    ended_at: row.ended_at,
    progress: { done: row.done_count, total: row.total_count },
    counts: {
      created: row.created_count,
      updated: row.updated_count,
      unchanged: row.unchanged_count,
      skipped: row.skipped_count,
      refused: row.refused_count,
      lost_cells: row.lost_cell_count,
      added: row.added_count,
    },
    change_uuid: row.change_uuid,
    is_undone: row.change_uuid !== null && undone.has(row.change_uuid),
    failure: row.failure,
    files: row.files.map(({ name, format, encoding = null, preset, rows, columns, ...file }) => ({
      name,
      format,
      encoding,
      preset,
      rows,
      header_line: file.header === undefined ? 1 : file.header.line,
      refused_rows: (file.refused ?? 0) + (format === 'csv' ? (file.shifted ?? 0) : 0),
      columns: columns.map((column) => ({
        name: column.name,
        filled: column.filled,
        samples: column.samples,
      })),
    })),
  };
}

export function shownImport(
  row: ImportRecord,
  undone: Set<string>,
  preview: ImportRow[],
  refused_files: number[],
): Import {
  const { warnings } = row;
  const plan = { ...row.plan, values: inOrder(row) };
  const known = Object.entries(peopleOf(row.files)).map(([id, { name, email }]) => [id, name || email]);
  const people = Object.fromEntries(known);
  return { ...summaryOf(row, undone), plan, warnings, preview, people, refused_files, fields: FIELDS };
}

/** The meanings of words, stages in their order: the database keeps keys in another. */
function inOrder({ files, plan }: ImportRecord): ImportRecord['plan']['values'] {
  const { stage } = plan.values;
  if (!stage) return plan.values;
  const isEnding = (word: string) => stage[word] === 'won' || stage[word] === 'lost';
  const words = stagesInOrder(Object.keys(stage), files, plan);
  const sorted = words.toSorted((a, b) => Number(isEnding(a)) - Number(isEnding(b)));
  return { ...plan.values, stage: Object.fromEntries(sorted.map((word) => [word, stage[word]!])) };
}

const FIELDS = Object.fromEntries(
  Object.entries(TARGETS).map(([kind, targets]) => [kind, [...targets.keys()]]),
);

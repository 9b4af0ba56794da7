import { IMPORTED_KINDS } from '@rapport/contract/imported-kinds';
import type { ImportCounts, ImportRow, RowOutcome } from '@rapport/contract/imports';
import type { ImportRecord } from '../queries.ts';
import type { ChunkResult, Row } from './chunk.ts';

/** What became of a row, as it is kept. */
export type KeptOutcome = Omit<ImportRow, 'file' | 'resource' | 'fields' | 'previous'>;

/** The files in the order in which they are imported: what is named comes before who names it. */
export function orderedFiles({
  files: kept,
  plan: { files },
}: Pick<ImportRecord, 'files' | 'plan'>): number[] {
  const rank = (place: number) => {
    const { resource } = files[place]!;
    const isOfLinks = kept[place]!.rows_are === 'links' && kept[place]!.kind === resource;
    return (IMPORTED_KINDS as readonly string[]).indexOf(resource ?? '') + (isOfLinks ? 0.5 : 0);
  };
  return files
    .map((_, place) => place)
    .filter((place) => files[place]!.resource !== null)
    .toSorted((a, b) => rank(a) - rank(b) || a - b);
}

export function rowsIn(text: string): Row[] {
  return (JSON.parse(text) as [number, ...string[]][]).map(([line, ...cells]) => ({ line, cells }));
}

export function countsOf({ rows, added }: ChunkResult): ImportCounts {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0, lost_cells: 0, added };
  for (const row of rows) {
    counts[row.outcome] += 1;
    if (isLossy(row)) counts.lost_cells += row.losses.length;
  }
  return counts;
}

/** True for a row that was taken without some of its cells. */
export function isLossy({ outcome, losses }: Pick<KeptOutcome, 'outcome' | 'losses'>): boolean {
  return losses.length > 0 && outcome !== 'refused' && outcome !== 'skipped';
}

export function occurringIn({ rows }: ChunkResult): RowOutcome[] {
  return [...new Set(rows.map(({ outcome }) => outcome))];
}

/** The places of the refused rows, from 1. */
export function refusedIn({ rows }: ChunkResult): number[] {
  return rows.flatMap(({ outcome }, index) => (outcome === 'refused' ? [index + 1] : []));
}

/** One line of the table: a figure and its target. */
export type Row = {
  what: string;
  measured: number;
  /** Null for a figure without a target. */
  target: { at_least: number } | { at_most: number } | null;
  unit: '' | 's' | 'ms' | 'MB' | '/s';
  /** Details, such as the parts of a ratio or the size of the data. */
  note: string;
};

/** Passes rows to `npm run bench`, or prints them when the script runs alone. */
export function report(rows: Row[]): void {
  if (process.send) process.send(rows);
  else console.log(table(rows));
}

export function holds({ measured, target }: Row): boolean {
  if (target === null) return true;
  return 'at_least' in target ? measured >= target.at_least : measured <= target.at_most;
}

export function table(rows: Row[]): string {
  const lines = rows.map((row) => [row.what, figure(row), aim(row), verdict(row), row.note]);
  const all = [['What', 'Measured', 'Target', '', 'How'], ...lines];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/**
 * Returns the value below which the share `part` of all values lies: `percentile(values, 0.99)`.
 */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

function figure({ measured, unit }: Row): string {
  const digits = measured >= 100 ? 0 : 2;
  return measured.toFixed(digits) + (unit && ` ${unit}`);
}

function aim({ target, unit }: Row): string {
  if (target === null) return '';
  const [sign, value] = 'at_least' in target ? ['≥', target.at_least] : ['≤', target.at_most];
  return `${sign} ${value}${unit && ` ${unit}`}`;
}

function verdict(row: Row): string {
  if (row.target === null) return '';
  return holds(row) ? 'holds' : 'MISSED';
}

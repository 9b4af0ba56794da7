import assert from 'node:assert/strict';
import type { ReportFigure, ReportTables } from '@rapport/contract/reports';
import { inCurrency, sumOf } from '../decimals.ts';

type Get = (
  path: string,
) => Promise<{ status: number; body: { data: object[]; next_cursor: string | null } }>;

/** A record of a list, with what reports add up. */
type Counted = {
  amount?: string | null;
  probability?: number | null;
  stage_uuid?: string | null;
  currency?: string | null;
};

/**
 * Reads the list behind each figure of a report to its end, and fails unless it adds up to the
 * figure. Returns the number of figures that were counted again.
 */
export async function recount(
  get: Get,
  report: ReportTables,
  probabilities: Map<string, number | null> = new Map(),
): Promise<number> {
  let counted = 0;
  for (const { name, currency, columns, rows, totals } of report.tables) {
    for (const { label, figures } of [...rows, { label: 'Total', figures: totals }]) {
      for (const [index, figure] of figures.entries()) {
        if (figure.list === null) continue;
        counted += 1;
        const records = await readAll(get, figure);
        const { unit } = columns[index]!;
        const found = unit === 'count' ? records.length : sumUp(figure, records, currency, probabilities);
        const what = `${report.name}: ${name} ${currency} ${label} ${figure.name} ${figure.list}`;
        if (label === 'Total' && figure.name === 'weighted') continue;
        assert.equal(figure.value, found, what);
      }
    }
  }
  return counted;
}

/** A Deal as it was and as it is. */
type Past = { before: Counted | null; now: Counted | null };
type Listed = Counted | Past;

/** Of a Deal in the past, the state that the column is about. */
function asCounted({ before, now }: Past, { name }: ReportFigure): Counted {
  const isSame = before === null || before.currency === now?.currency;
  return (name === 'amount_now' ? isSame && now : before) || { amount: null };
}

async function readAll(get: Get, figure: ReportFigure): Promise<Counted[]> {
  const list = figure.list!;
  const records: Counted[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await get(`${list}&limit=200${cursor && `&cursor=${cursor}`}`);
    assert.equal(status, 200, `${list}: ${JSON.stringify(body)}`);
    records.push(...(body.data as Listed[]).map((one) => ('before' in one ? asCounted(one, figure) : one)));
    cursor = body.next_cursor;
  }
  return records;
}

function sumUp(
  { name }: ReportFigure,
  records: Counted[],
  currency: string | null,
  probabilities: Map<string, number | null>,
): string {
  const values = records.map(({ amount, probability, stage_uuid }) => {
    if (name !== 'weighted') return amount ?? '0';
    const chance = probability ?? probabilities.get(stage_uuid ?? '') ?? 0;
    const units = BigInt((amount ?? '0').replace('.', '').padEnd(1, '0'));
    const decimals = (amount ?? '').split('.')[1]?.length ?? 0;
    const weighted = (units * BigInt(chance)).toString().padStart(decimals + 3, '0');
    return `${weighted.slice(0, -(decimals + 2))}.${weighted.slice(-(decimals + 2))}`;
  });
  return inCurrency(sumOf(values), currency);
}

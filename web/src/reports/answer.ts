import type { ReportFigure, ReportTable, ReportTables } from '@rapport/contract/reports';
import { reports as texts } from '../texts/reports.ts';
import { sayFigure, sayLabel } from './say.ts';

/** What a report says first: its figure, and a sentence about it. `hint` says what it lacks. */
export type Answer = { figure: string; said: string; hint?: string };

/**
 * Returns the answer of a report, from the tables of its largest currency; null where there is
 * nothing to say.
 */
export function answerOf(report: ReportTables): Answer | null {
  const tables = ofMainCurrency(report.tables);
  return ANSWERS[report.name]?.(tables) ?? null;
}

/** The rows of a table without those of zeros; every stage keeps its name. */
export function rowsOf({ name, rows }: ReportTable): ReportTable['rows'] {
  return name === 'stages' ? rows : rows.filter(({ figures }) => !isNothing(figures));
}

export function isNothing(figures: ReportFigure[]): boolean {
  return figures.every(({ value }) => Number(value ?? 0) === 0);
}

type Find = (tables: ReportTable[]) => Answer | null;

const ANSWERS: Record<string, Find> = {
  pipeline: (tables) => {
    const table = tables.find(({ name }) => name === 'stages');
    if (!table || isNothing(table.totals)) return null;
    const [amount, weighted] = [say(table, 'amount'), say(table, 'weighted')];
    return {
      figure: amount,
      said: texts.answers.pipeline(numberIn(table.totals, 'count'), weighted),
      ...withoutChance(table),
    };
  },
  forecast: (tables) => {
    const table = tables.find(({ name }) => name === 'months');
    const last = table && rowsOf(table).at(-1);
    if (!table || !last) return null;
    return {
      figure: say(table, 'amount'),
      said: texts.answers.forecast(
        numberIn(table.totals, 'count'),
        sayLabel(last.label, table.name),
        say(table, 'weighted'),
      ),
      ...withoutChance(table),
    };
  },
  'won-and-lost': (tables) => {
    const table = tables.find(({ name }) => name === 'months');
    const at = table ? table.rows.findLastIndex(({ figures }) => !isNothing(figures)) : -1;
    if (!table || at < 0) return null;
    const [month, before] = [table.rows[at]!, table.rows[at - 1]];
    const won = numberIn(month.figures, 'won_amount');
    return {
      figure: texts.answers.won(say(table, 'won_amount', month.figures), sayLabel(month.label, 'months')),
      said: texts.answers.wonAbout(
        numberIn(month.figures, 'won_count'),
        before && growth(won, numberIn(before.figures, 'won_amount')),
        before && sayLabel(before.label, 'months'),
        numberIn(month.figures, 'lost_count'),
      ),
    };
  },
  stages: (tables) => {
    const table = tables.find(({ name }) => name === 'stages');
    if (!table || isNothing(table.totals)) return null;
    const of = (name: string) => numberIn(table.totals, name);
    const share = of('left') === 0 ? 0 : Math.round(((of('forward') + of('won')) / of('left')) * 100);
    return { figure: texts.percent(share), said: texts.answers.stages(of('left'), of('won'), of('lost')) };
  },
  changes: (tables) => {
    const table = tables.find(({ name }) => name === 'changes');
    const rows = table ? rowsOf(table) : [];
    if (!table || rows.length === 0) return null;
    const parts = rows.map(({ label, figures }) =>
      texts.answers.change(sayLabel(label, table.name), numberIn(figures, 'count')),
    );
    return { figure: parts[0]!, said: parts.slice(1).join(' · ') };
  },
  activity: (tables) => {
    const table = tables.find(({ name }) => name === 'people');
    if (!table || isNothing(table.totals)) return null;
    const of = (name: string) => numberIn(table.totals, name);
    return {
      figure: texts.answers.calls(of('call')),
      said: texts.answers.activity(of('meeting'), of('email'), of('notes'), of('won')),
    };
  },
  'new-clients': (tables) => {
    const table = tables.find(({ name }) => name === 'months');
    const month = table && rowsOf(table).at(-1);
    if (!table || !month) return null;
    const [added, imported] = [numberIn(month.figures, 'added'), numberIn(month.figures, 'imported')];
    return {
      figure: texts.answers.newClients(added + imported, sayLabel(month.label, 'months')),
      said: texts.answers.newClientsAbout(added, imported),
    };
  },
};

/** The tables of the currency in which most is at stake, and those without amounts. */
function ofMainCurrency(tables: ReportTable[]): ReportTable[] {
  const weight = ({ columns, totals }: ReportTable) => {
    const index = columns.findIndex(({ unit }) => unit === 'amount');
    return index < 0 ? 0 : Number(totals[index]?.value ?? 0);
  };
  const main = tables.toSorted((a, b) => weight(b) - weight(a))[0]?.currency ?? null;
  return tables.filter(({ currency }) => currency === main);
}

/** Says which amounts no probability weighs, because nobody gave their stage one. */
function withoutChance(table: ReportTable): { hint?: string } {
  const unweighted = table.rows.filter(
    ({ figures }) => numberIn(figures, 'amount') > 0 && numberIn(figures, 'weighted') === 0,
  );
  if (unweighted.length === 0) return {};
  return { hint: texts.answers.noChance(unweighted.map(({ label }) => sayLabel(label, table.name))) };
}

function growth(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}

function say(table: ReportTable, name: string, figures = table.totals): string {
  const index = table.columns.findIndex((column) => column.name === name);
  return index < 0 ? '' : sayFigure(figures[index]!.value, table.columns[index]!.unit, table.currency);
}

function numberIn(figures: ReportFigure[], name: string): number {
  return Number(figures.find((figure) => figure.name === name)?.value ?? 0);
}

import './reports.css';
import { Text } from '@mantine/core';
import { plusDays, relativeDay, type WeekStart } from '@rapport/contract/days';
import type { Deal } from '@rapport/contract/records/deals';
import type { Task } from '@rapport/contract/records/tasks';
import { REPORTS, type ReportName, type ReportTable, type ReportTables } from '@rapport/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAccounts } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { request, withQuery } from '../api/request.ts';
import { sayAmount, sayDate, sayDue, today } from '../fields/values/say.ts';
import { Loading } from '../layout/loading.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { reports as texts } from '../texts/reports.ts';
import { answerOf, rowsOf } from './answer.ts';
import { pageOf, pathOf, type ReportSearch, useReportedAccount } from './report.ts';
import { sayFigure, sayLabel } from './say.ts';

/** The lines of a panel: enough for a glance. Its title leads to all. */
const LINES_MAX = 3;

/** The page with the state of an Account: six figures, each with what stands behind it. */
export function OverviewPage() {
  const { data: accounts } = useAccounts();
  const account = useReportedAccount();
  const { data, error, refetch } = useOverview(account?.uuid, account?.week_starts_on ?? 'monday');
  if (accounts?.length === 0) return <NoAccount />;
  return (
    <Page title={texts.overview} about={account?.name} wide>
      <ProblemAlert error={error} onRetry={refetch} />
      {!data && !error && <Loading h={480} />}
      {data && (
        <div className="panels">
          {data.map((panel) => (
            <PanelOf key={panel.title} panel={panel} />
          ))}
        </div>
      )}
    </Page>
  );
}

type Target = { to: string; search?: Record<string, string | undefined> };

type Panel = {
  title: string;
  target: Target;
  figure: string;
  said: string;
  lines: { label: string; value: string; target: Target }[];
};

function PanelOf({ panel: { title, target, figure, said, lines } }: { panel: Panel }) {
  return (
    <section className="panel" aria-label={title}>
      <h2>
        <Link to={target.to} search={target.search as never}>
          {title}
        </Link>
      </h2>
      <p className="report-big">{figure}</p>
      <Text c="dimmed">{said}</Text>
      <ul>
        {lines.map((line) => (
          <li key={line.label + line.target.to}>
            <Link to={line.target.to} search={line.target.search as never}>
              <span>{line.label}</span>
              <span className="panel-value">{line.value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reads all that the page shows, so that it is drawn as a whole. */
function useOverview(account_uuid: string | undefined, week_starts_on: WeekStart) {
  return useQuery({
    queryKey: ['reports', 'overview', account_uuid],
    enabled: account_uuid !== undefined,
    queryFn: async ({ signal }): Promise<Panel[]> => {
      const account = account_uuid!;
      const read = async (name: ReportName, search: ReportSearch = {}) => {
        const path = pathOf(REPORTS.find((one) => one.name === name)!, search, account);
        return (await request<{ data: ReportTables }>('GET', path, { signal })).data;
      };
      async function list<T>(path: string, parameters: Record<string, string>) {
        const shown = { ...parameters, account_uuid: account, include: 'total', limit: LINES_MAX };
        return request<{ data: T[]; total: number }>('GET', withQuery(path, shown), { signal });
      }
      // What was so at the end of the day before the week began.
      const since = plusDays(relativeDay('week', today(), week_starts_on)!, -1);
      const overdue = { 'filter[status]': 'open', 'filter[due_on][lt]': today() };
      const closing = {
        'filter[status]': 'open',
        ...between('filter[expected_close_on]', 'month', 'month+1'),
      };
      const month = { from: 'month', until: 'month+1' };
      const [pipeline, won, changes, forecast, clients, tasks, deals] = await Promise.all([
        read('pipeline'),
        read('won-and-lost', { from: 'month-1', until: 'month+1' }),
        read('changes', { as_of: since }),
        read('forecast', month),
        read('new-clients', month),
        list<Task>('/api/v2/tasks', { ...overdue, sort: 'due_on' }),
        list<Deal>('/api/v2/deals', { ...closing, sort: 'expected_close_on' }),
      ]);
      return [
        ofReport(pipeline, { table: 'stages', value: 'amount', order: 'largest' }),
        wonPanel(won),
        tasksPanel(tasks, overdue),
        {
          ...ofReport(changes, { table: 'changes', value: 'count', order: 'largest' }, { as_of: since }),
          title: texts.since(sayDate(plusDays(since, 1))),
        },
        closingPanel(forecast, deals, closing),
        ofReport(clients, { table: 'sources', value: 'added', order: 'largest' }, month),
      ];
    },
  });
}

function between(filter: string, from: string, until: string): Record<string, string> {
  return { [`${filter}[gte]`]: from, [`${filter}[lt]`]: until };
}

type Shown = { table: string; value: string; order: 'largest' };

/** The panel of a report: its answer, and its largest rows. */
function ofReport(report: ReportTables, shown: Shown, search: ReportSearch = {}): Panel {
  const target = { to: '/reports', search: { report: report.name, ...search } };
  const answer = answerOf(report);
  const table = report.tables.find(({ name }) => name === shown.table);
  return {
    title: texts.names[report.name]!,
    target,
    figure: answer?.figure ?? '–',
    said: answer?.said ?? texts.none,
    lines: table ? linesOf(table, shown.value, target) : [],
  };
}

/** The largest rows of a table, each with the list behind its figure. */
function linesOf(table: ReportTable, column: string, report: Target): Panel['lines'] {
  const index = table.columns.findIndex(({ name }) => name === column);
  const sizeOf = (row: ReportTable['rows'][number]) => Number(row.figures[index]?.value ?? 0);
  return rowsOf(table)
    .filter((row) => sizeOf(row) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, LINES_MAX)
    .map((row) => ({
      label: sayLabel(row.label, table.name),
      value: sayFigure(row.figures[index]!.value, table.columns[index]!.unit, table.currency),
      target: behind(row.figures[index]!.list, report),
    }));
}

/** The list behind a figure; Deals of the past are shown on the page of their report. */
function behind(list: string | null, report: Target): Target {
  if (list === null) return report;
  const found = pageOf(list);
  return found.to === '.' ? { to: report.to, search: { ...report.search, ...found.search } } : found;
}

/** What was won this month, beside the month before and what was lost. */
function wonPanel(report: ReportTables): Panel {
  const target = { to: '/reports', search: { report: report.name } };
  const table = report.tables.find(({ name }) => name === 'months');
  const [before, now] = table?.rows ?? [];
  if (!table || !before || !now)
    return { title: texts.wonThisMonth, target, figure: '–', said: texts.none, lines: [] };
  const say = (row: typeof now, name: string) => {
    const index = table.columns.findIndex((column) => column.name === name);
    const { unit } = table.columns[index]!;
    return {
      value: sayFigure(row.figures[index]!.value, unit, table.currency),
      target: behind(row.figures[index]!.list, target),
    };
  };
  return {
    title: texts.wonThisMonth,
    target,
    figure: say(now, 'won_amount').value,
    said: texts.wonBefore(sayLabel(before.label, table.name), say(before, 'won_amount').value),
    lines: [
      { label: texts.wonIn(sayLabel(now.label, table.name)), ...say(now, 'won_count') },
      { label: texts.wonIn(sayLabel(before.label, table.name)), ...say(before, 'won_count') },
      { label: texts.lostIn(sayLabel(now.label, table.name)), ...say(now, 'lost_count') },
    ],
  };
}

function tasksPanel({ data, total }: { data: Task[]; total: number }, search: Record<string, string>): Panel {
  return {
    title: texts.tasksOverdue,
    target: { to: '/tasks', search: { ...search, sort: 'due_on' } },
    figure: texts.overdueCount(total),
    said: data[0] ? texts.oldest(sayDate(data[0].due_on!)) : texts.noneOverdue,
    lines: data.map(({ uuid, title, due_at, due_on }) => ({
      label: title,
      value: sayDue(due_at ?? due_on!),
      target: { to: `/tasks/${uuid}` },
    })),
  };
}

function closingPanel(
  forecast: ReportTables,
  { data, total }: { data: Deal[]; total: number },
  search: Record<string, string>,
): Panel {
  return {
    title: texts.closing,
    target: { to: '/deals', search: { ...search, sort: 'expected_close_on' } },
    figure: sayExpected(forecast),
    said: texts.closingCount(total),
    lines: data.map(({ uuid, title, amount, currency, expected_close_on }) => ({
      label: title,
      value: [sayDate(expected_close_on!), sayAmount(amount, currency)].filter(Boolean).join(' · '),
      target: { to: `/deals/${uuid}` },
    })),
  };
}

/** The amounts that are expected in this month, of each currency in which there are some. */
function sayExpected({ tables }: ReportTables): string {
  const month = today().slice(0, 7);
  const months = tables.filter(({ name }) => name === 'months');
  const amounts = months.flatMap(({ currency, rows }) => {
    const figures = rows.find(({ label }) => label === month)?.figures ?? [];
    const amount = figures.find(({ name }) => name === 'amount')?.value ?? 0;
    return Number(amount) === 0 ? [] : [sayAmount(amount, currency)];
  });
  return amounts.length > 0 ? amounts.join(' + ') : sayAmount(0, months[0]?.currency ?? null);
}

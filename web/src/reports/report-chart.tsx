import './report-chart.css';
import { BarChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import type { ReportTable } from '@rapport/contract/reports';
import { reports as texts } from '../texts/reports.ts';
import { isNothing, rowsOf } from './answer.ts';
import { sayFigure, sayLabel, sayTable } from './say.ts';

const HEIGHT = 240;

/** The names of many columns take several lines below the bars on a phone. */
const LEGEND_OF_MANY = 60;
const MANY = 4;

/** The height of a bar that lies beside its name, and of what is below all of them. */
const ROW_HEIGHT = 34;
const FOOT_HEIGHT = 72;

/** Rows of time. Their bars stand; those of other rows lie beside their names, so each is named. */
const ORDERED = ['months'];

/** The room of names beside bars; longer ones take several lines. In pixels. */
const NAME_WIDTH = 128;

/** Colours that differ in lightness too, in the order of the columns. */
const COLOURS = ['indigo.7', 'teal.5', 'orange.6', 'gray.5', 'grape.6', 'cyan.7', 'lime.6'];

/** What was won and lost has the same colours in every report. */
const OWN_COLOURS: Record<string, string> = {
  won_amount: 'teal.6',
  won_count: 'teal.6',
  lost_amount: 'orange.6',
  lost_count: 'orange.6',
  back: 'gray.5',
  won: 'teal.6',
  lost: 'orange.6',
  // Beside what was won, a call needs a colour of its own.
  call: 'cyan.5',
  imported_notes: 'grape.3',
};

/** Columns that are the sum of the others, which bars upon each other show by themselves. */
const SUMS = ['left'];

/** A bar that is alone would be as wide as the chart, in pixels. */
const BAR_MAX = 56;

/** Below so many columns the bars stand side by side; otherwise upon each other. */
const SIDE_BY_SIDE_MAX = 2;

/** The axis of names beside bars that lie, of which none is left out. */
const NAMES = {
  width: NAME_WIDTH + 12,
  interval: 0,
  tick: { width: NAME_WIDTH, fontSize: 12, fill: 'currentColor' },
} as const;

/** The highest number of an axis stands at its line, and the last one is not cut. */
const MARGIN = { top: 8, right: 12 };

/**
 * A chart of a table: its amounts if it has any, else its numbers. Screen readers leave it out,
 * because the table has all of it.
 */
export function ReportChart({ table }: { table: ReportTable }) {
  const { columns, currency } = table;
  const rows = ORDERED.includes(table.name) ? fromFirst(table.rows) : rowsOf(table);
  const amounts = columns.filter(({ unit }) => unit === 'amount');
  const shown =
    amounts.length > 0
      ? amounts
      : columns.filter(({ name, unit }) => unit === 'count' && !SUMS.includes(name));
  const unit = shown[0]!.unit;
  const isLying = !ORDERED.includes(table.name);
  const height =
    (isLying ? rows.length * ROW_HEIGHT + FOOT_HEIGHT : HEIGHT) + (shown.length > MANY ? LEGEND_OF_MANY : 0);
  const data = rows.map(({ label, figures }) => ({
    label: sayLabel(label, table.name),
    ...Object.fromEntries(figures.map(({ name, value }) => [name, Number(value ?? 0)])),
  }));
  return (
    <Box ref={leaveOutOfTab} role="img" aria-label={texts.chart(sayTable(table))} className="report-chart">
      <BarChart
        h={height}
        data={data}
        dataKey="label"
        orientation={isLying ? 'vertical' : 'horizontal'}
        gridAxis={isLying ? 'y' : 'x'}
        type={shown.length > SIDE_BY_SIDE_MAX ? 'stacked' : 'default'}
        series={shown.map(({ name }, index) => ({
          name,
          label: texts.columns[name] ?? name,
          color: OWN_COLOURS[name] ?? COLOURS[index % COLOURS.length]!,
        }))}
        valueFormatter={(value) => sayFigure(value, unit, currency)}
        yAxisProps={isLying ? NAMES : { width: 84 }}
        barChartProps={{ accessibilityLayer: false, margin: MARGIN }}
        maxBarWidth={BAR_MAX}
        barProps={{ isAnimationActive: false }}
        withLegend={shown.length > 1}
        legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
      />
    </Box>
  );
}

/**
 * Takes the layers of a chart out of the order of Tab. React listens for the focus on them, and
 * Chromium stops at each part of a drawing that somebody listens to so.
 */
function leaveOutOfTab(chart: HTMLElement | null): (() => void) | undefined {
  if (!chart) return undefined;
  const leaveOut = () => {
    for (const layer of chart.querySelectorAll('g[class^=recharts-zIndex-layer]:not([tabindex])'))
      layer.setAttribute('tabindex', '-1');
  };
  leaveOut();
  // Layers come when their content is drawn.
  const watch = new MutationObserver(leaveOut);
  watch.observe(chart, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/** The rows from the first that is not of zeros. Those between stay, because time goes on. */
function fromFirst(rows: ReportTable['rows']): ReportTable['rows'] {
  return rows.slice(
    Math.max(
      0,
      rows.findIndex(({ figures }) => !isNothing(figures)),
    ),
  );
}

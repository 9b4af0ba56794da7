import { BarChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import type { ReportTable } from '@rapport/contract/reports';
import { reports as texts } from '../texts/reports.ts';
import { sayFigure, sayLabel, sayTable } from './say.ts';

const HEIGHT = 240;

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
};

/** Columns that are the sum of the others, which bars upon each other show by themselves. */
const SUMS = ['left'];

/** A bar that is alone would be as wide as the chart, in pixels. */
const BAR_MAX = 56;

/** Below so many columns the bars stand side by side; otherwise upon each other. */
const SIDE_BY_SIDE_MAX = 2;

/**
 * A chart of a table: its amounts if it has any, else its numbers. Screen readers leave it out,
 * because the table has all of it.
 */
export function ReportChart({ table }: { table: ReportTable }) {
  const { columns, rows, currency } = table;
  const amounts = columns.filter(({ unit }) => unit === 'amount');
  const shown =
    amounts.length > 0
      ? amounts
      : columns.filter(({ name, unit }) => unit === 'count' && !SUMS.includes(name));
  const unit = shown[0]!.unit;
  const data = rows.map(({ label, figures }) => ({
    label: sayLabel(label),
    ...Object.fromEntries(figures.map(({ name, value }) => [name, Number(value ?? 0)])),
  }));
  return (
    <Box role="img" aria-label={texts.chart(sayTable(table))} className="report-chart">
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="label"
        type={shown.length > SIDE_BY_SIDE_MAX ? 'stacked' : 'default'}
        series={shown.map(({ name }, index) => ({
          name,
          label: texts.columns[name] ?? name,
          color: OWN_COLOURS[name] ?? COLOURS[index % COLOURS.length]!,
        }))}
        valueFormatter={(value) => sayFigure(value, unit, currency)}
        yAxisProps={{ width: 84 }}
        barChartProps={{ accessibilityLayer: false }}
        maxBarWidth={BAR_MAX}
        barProps={{ isAnimationActive: false }}
        withLegend={shown.length > 1}
        legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
      />
    </Box>
  );
}

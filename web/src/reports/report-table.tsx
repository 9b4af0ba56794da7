import { Anchor, Table } from '@mantine/core';
import type { ReportTable as Figures, ReportFigure } from '@rapport/contract/reports';
import { Link } from '@tanstack/react-router';
import { reports as texts } from '../texts/reports.ts';
import { rowsOf } from './answer.ts';
import { pageOf } from './report.ts';
import { sayFigure, sayLabel, sayTable } from './say.ts';

/** The figures of a report, each a link to the list behind it. */
export function ReportTable({ table }: { table: Figures }) {
  const { columns, currency, totals } = table;
  const rows = rowsOf(table);
  const cells = (figures: ReportFigure[], label: string) =>
    figures.map((figure, index) => {
      const { name, unit } = columns[index]!;
      const said = sayFigure(figure.value, unit, currency);
      return (
        <Table.Td key={name} className="report-figure">
          {figure.list === null || Number(figure.value) === 0 ? (
            said
          ) : (
            <Anchor
              component={Link}
              inherit
              {...linkTo(figure.list)}
              aria-label={`${label}, ${texts.columns[name] ?? name}: ${said}`}
            >
              {said}
            </Anchor>
          )}
        </Table.Td>
      );
    });
  return (
    <Table.ScrollContainer minWidth={110 + columns.length * 66}>
      <Table aria-label={sayTable(table)} className="report-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.tables[table.name] ?? table.name}</Table.Th>
            {columns.map(({ name }) => (
              <Table.Th key={name} scope="col" className="report-figure">
                {texts.columns[name] ?? name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, label, figures }) => (
            <Table.Tr key={key ?? ''}>
              <Table.Th scope="row" dir="auto" className="break-anywhere">
                {sayLabel(label, table.name)}
              </Table.Th>
              {cells(figures, sayLabel(label, table.name))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {totals.length > 0 && (
          <Table.Tfoot>
            <Table.Tr className="report-total">
              <Table.Th scope="row">{texts.total}</Table.Th>
              {cells(totals, texts.total)}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}

/** The address of a list. On the page of the report itself, its filters stay. */
function linkTo(list: string): { to: string } {
  const { to, search } = pageOf(list);
  const kept = to === '.' ? (before: object) => ({ ...before, ...search }) : search;
  return { to, search: kept } as { to: string };
}

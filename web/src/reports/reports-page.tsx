import { Button, Group, Select, Stack, Tabs } from '@mantine/core';
import { REPORTS, type ReportTables } from '@rapport/contract/reports';
import { useAccounts } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { withZone } from '../api/zone.ts';
import { Empty } from '../layout/empty.tsx';
import { Loading } from '../layout/loading.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { reports as texts } from '../texts/reports.ts';
import { pathOf, useReport, useReportedAccount, useReportSearch } from './report.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';
import { sayTable } from './say.ts';

/** The page of reports: one at a time, with charts and the figures beside them. */
export function ReportsPage() {
  const { report, search, change } = useReportSearch();
  const { data: accounts } = useAccounts();
  const account = useReportedAccount();
  const { data, error, refetch } = useReport(report, search, account?.uuid);
  if (accounts?.length === 0) return <NoAccount />;
  const about = texts.about[report.name];
  return (
    <Page
      title={texts.title}
      about={accounts && accounts.length > 1 && account ? `${about} ${texts.of(account.name)}` : about}
      wide
      actions={
        account && (
          <Button
            component="a"
            variant="default"
            href={withZone(pathOf(report, search, account.uuid, '.csv'), undefined)}
            download
          >
            {texts.file}
          </Button>
        )
      }
    >
      <Choice
        value={report.name}
        onChange={(name) => change({ report: name, from: undefined, until: undefined })}
      />
      {account && (
        <ReportFilters report={report} search={search} account_uuid={account.uuid} onChange={change} />
      )}
      <ProblemAlert error={error} onRetry={refetch} />
      {!data && !error && <Loading h={360} />}
      {data?.name === report.name && <Tables tables={data.tables} />}
    </Page>
  );
}

/** The choice of a report: tabs, and on a phone a list of names. */
function Choice({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const choices = REPORTS.map(({ name }) => ({ value: name, label: texts.names[name] ?? name }));
  return (
    <>
      <Tabs value={value} onChange={(name) => onChange(name!)} visibleFrom="sm">
        <Tabs.List aria-label={texts.choose}>
          {choices.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group hiddenFrom="sm">
        <Select
          aria-label={texts.choose}
          data={choices}
          value={value}
          allowDeselect={false}
          onChange={(name) => onChange(name!)}
          w="100%"
        />
      </Group>
    </>
  );
}

function Tables({ tables }: { tables: ReportTables['tables'] }) {
  const isEmpty = tables.every(({ totals }) => totals.every(({ value }) => Number(value ?? 0) === 0));
  if (isEmpty) return <Empty title={texts.none} what={texts.noneHint} />;
  return (
    <Stack gap="md">
      {tables.map((table) => (
        <Section key={`${table.name} ${table.currency}`} title={sayTable(table)}>
          <ReportChart table={table} />
          <ReportTable table={table} />
        </Section>
      ))}
    </Stack>
  );
}

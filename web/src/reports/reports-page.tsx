import './reports.css';
import { Anchor, Button, Group, Select, Stack, Tabs, Text } from '@mantine/core';
import { REPORTS, type ReportTables } from '@rapport/contract/reports';
import { Link } from '@tanstack/react-router';
import { useAccounts } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { withZone } from '../api/zone.ts';
import { sayDate } from '../fields/values/say.ts';
import { Empty } from '../layout/empty.tsx';
import { Loading } from '../layout/loading.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { sayExactTime } from '../layout/say-time.ts';
import { Section } from '../layout/section.tsx';
import { reports as texts } from '../texts/reports.ts';
import { answerOf, isNothing } from './answer.ts';
import { PastDeals } from './past-deals.tsx';
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
        onChange={(report) =>
          change({ report, from: undefined, until: undefined, as_of: undefined, deals: undefined })
        }
      />
      {account && (
        <ReportFilters
          report={report}
          search={search}
          account_uuid={account.uuid}
          onChange={(next) => change({ ...next, deals: undefined })}
        />
      )}
      <ProblemAlert error={error} onRetry={refetch} />
      {!data && !error && <Loading h={360} />}
      {data?.name === report.name && <Answered report={data} />}
      {data?.name === report.name && <History report={data} />}
      {data?.name === report.name && <Tables tables={data.tables} />}
      {search.deals !== undefined && (
        <PastDeals query={search.deals} onClose={() => change({ deals: undefined })} />
      )}
    </Page>
  );
}

/** The answer of a report, before its charts and tables. */
function Answered({ report }: { report: ReportTables }) {
  const answer = answerOf(report);
  if (answer === null) return null;
  return (
    <div className="report-answer">
      <Text className="report-big">{answer.figure}</Text>
      <Text c="dimmed">{answer.said}</Text>
      {answer.hint && (
        <Text size="sm" c="dimmed">
          {answer.hint}{' '}
          <Anchor component={Link} to="/settings/pipelines" inherit>
            {texts.answers.setChances}
          </Anchor>
        </Text>
      )}
    </div>
  );
}

/** Says where the history of a report about the past begins, and what it does not know. */
function History({ report: { as_of, name, history_since } }: { report: ReportTables }) {
  if (as_of === null && name !== 'stages') return null;
  return (
    <Text size="sm" c="dimmed" maw={640}>
      {as_of !== null && `${texts.asOfDay(sayDate(as_of))} `}
      {history_since === null ? texts.noHistory : texts.historySince(sayExactTime(history_since))}
    </Text>
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
  const isEmpty = tables.every(({ rows }) => rows.every(({ figures }) => isNothing(figures)));
  if (isEmpty) return <Empty title={texts.none} what={texts.noneHint} sketch={[]} />;
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

import { Group, Select } from '@mantine/core';
import { relativeDay } from '@rapport/contract/days';
import type { ReportDefinition } from '@rapport/contract/reports';
import { useLogins } from '../accounts/logins.ts';
import { usePipelines } from '../deals/pipelines.ts';
import { today } from '../fields/values/say.ts';
import { SearchedSelect } from '../layout/searched-select.tsx';
import { withFaces } from '../layout/with-faces.tsx';
import { reports as texts } from '../texts/reports.ts';
import { ChosenDay } from './chosen-day.tsx';
import { type ReportSearch, useReportedAccount } from './report.ts';
import { ReportTime } from './report-time.tsx';

/** The filters that a report has: its time, a pipeline, an owner. */
export function ReportFilters({
  report,
  search,
  account_uuid,
  onChange,
}: {
  report: ReportDefinition;
  search: ReportSearch;
  account_uuid: string;
  onChange: (next: ReportSearch) => void;
}) {
  const has = (filter: keyof ReportSearch) => (report.filters as readonly string[]).includes(filter);
  return (
    <Group gap="xs" align="start" role="group" aria-label={texts.title}>
      {has('from') && <ReportTime report={report} search={search} onChange={onChange} />}
      {has('as_of') && <PastDay report={report} search={search} onChange={onChange} />}
      {has('pipeline_uuid') && (
        <PipelineSelect account_uuid={account_uuid} search={search} onChange={onChange} />
      )}
      {has('owner_uuid') && <OwnerSelect account_uuid={account_uuid} search={search} onChange={onChange} />}
    </Group>
  );
}

type Part = { search: ReportSearch; onChange: (next: ReportSearch) => void };

/** The past day that is meant; without one, the report is about now. */
function PastDay({ report, search, onChange }: Part & { report: ReportDefinition }) {
  const account = useReportedAccount();
  const as_of = search.as_of ?? report.since ?? '';
  return (
    <ChosenDay
      label={texts.asOf}
      value={relativeDay(as_of, today(), account?.week_starts_on ?? 'monday') ?? as_of}
      last={today(-1)}
      onChange={(day) => onChange({ as_of: day })}
    />
  );
}

function PipelineSelect({ account_uuid, search, onChange }: Part & { account_uuid: string }) {
  const { pipelines } = usePipelines();
  const own = pipelines.filter((pipeline) => pipeline.account_uuid === account_uuid);
  if (own.length < 2) return null;
  return (
    <Select
      aria-label={texts.pipeline}
      data={[
        { value: '', label: texts.allPipelines },
        ...own.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
      value={search.pipeline_uuid ?? ''}
      allowDeselect={false}
      onChange={(chosen) => onChange({ pipeline_uuid: chosen || undefined })}
      className="report-filter"
    />
  );
}

function OwnerSelect({ account_uuid, search, onChange }: Part & { account_uuid: string }) {
  const people = useLogins().filter((login) => login.account_uuid === account_uuid);
  const data = [
    { value: '', label: texts.everybody },
    ...people.map(({ user }) => ({ value: user.uuid, label: user.name })),
  ];
  return (
    <SearchedSelect
      aria-label={texts.owner}
      data={data}
      value={search.owner_uuid ?? ''}
      {...withFaces(data, search.owner_uuid ?? null)}
      allowDeselect={false}
      choosesOnLeave={false}
      onChange={(chosen) => onChange({ owner_uuid: chosen || undefined })}
      className="report-filter"
    />
  );
}

import { Select } from '@mantine/core';
import { plusDays, relativeDay } from '@rapport/contract/days';
import type { ReportDefinition } from '@rapport/contract/reports';
import { today } from '../fields/values/say.ts';
import { reports as texts } from '../texts/reports.ts';
import { ChosenDay } from './chosen-day.tsx';
import { type ReportSearch, useReportedAccount } from './report.ts';

/** The choice of days that are none of the usual times. */
const OWN = 'own';

/** The time that a report is about: a usual one such as this month, or any days. */
export function ReportTime(props: {
  report: ReportDefinition;
  search: ReportSearch;
  onChange: (next: ReportSearch) => void;
}) {
  const { report, search, onChange } = props;
  const account = useReportedAccount();
  const dayOf = (text: string) => relativeDay(text, today(), account?.week_starts_on ?? 'monday') ?? text;
  const from = search.from ?? report.period!.from;
  const until = search.until ?? report.period!.until;
  const value = `${from} ${until}`;
  const isKnown = texts.times.some(([begin, end]) => `${begin} ${end}` === value);
  // People mean the last day with it, and the API the day behind.
  const [first, last] = [dayOf(from), plusDays(dayOf(until), -1)];
  // Only a forecast is about days to come.
  const latest = report.name === 'forecast' ? undefined : today();
  const show = (begin: string, end: string) => onChange({ from: begin, until: plusDays(end, 1) });
  return (
    <>
      <Select
        aria-label={texts.time}
        data={[
          ...texts.times.map(([begin, end, label]) => ({ value: `${begin} ${end}`, label })),
          { value: OWN, label: texts.ownTime },
        ]}
        value={isKnown ? value : OWN}
        allowDeselect={false}
        onChange={(chosen) => {
          const [begin, end] = chosen!.split(' ');
          if (chosen === OWN) show(first, last);
          else onChange({ from: begin, until: end });
        }}
        className="report-filter"
      />
      {!isKnown && (
        <>
          <ChosenDay
            label={texts.from}
            value={first}
            last={latest}
            onChange={(day) => day && show(day, day > last ? day : last)}
          />
          <ChosenDay
            label={texts.until}
            value={last}
            last={latest}
            onChange={(day) => day && show(day < first ? day : first, day)}
          />
        </>
      )}
    </>
  );
}

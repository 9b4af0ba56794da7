import { Box, Stack } from '@mantine/core';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loading } from '../../layout/loading.tsx';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { isGone, RecordProblem } from '../../layout/record-problem.tsx';
import { Section } from '../../layout/section.tsx';
import { records } from '../../texts/records.ts';
import { BackToList } from '../back-to-list.tsx';
import type { RecordData } from '../data.ts';
import { EditableField } from '../fields/editable-field.tsx';
import { FIELD_TYPES } from '../fields/field-types.ts';
import { kindOf } from '../fields/kind-of.ts';
import { useMayWrite } from '../may-write.ts';
import { MergeButton } from '../merge/merge-button.tsx';
import { useNames } from '../names.ts';
import { fieldPart, useRecord } from '../record.ts';
import { titleOf, usePanels, useView } from '../view.ts';
import { ViewInAccount } from '../view-in-account.tsx';
import { CustomFields } from './custom-fields.tsx';
import { DeleteButton } from './delete-button.tsx';
import { Details } from './details.tsx';
import { Glance } from './glance.tsx';
import { GoneRecord } from './gone-record.tsx';
import { Notes } from './notes.tsx';
import { RelatedList } from './related-list.tsx';
import { Timeline } from './timeline.tsx';

/** The page of one record. Every field is edited in its place. */
export function RecordPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { data, error, refetch } = useRecord(uuid);
  if (data && data.uuid !== uuid) return <LeadOn uuid={data.uuid} />;
  if (isGone(error)) return <GoneRecord uuid={uuid} problem={error} />;
  if (!data && error) return <RecordProblem error={error} onRetry={refetch} back={<BackToList />} />;
  if (!data) return <Loading h={480} />;
  return (
    <ViewInAccount account_uuid={data.account_uuid}>
      <Whole key={uuid} record={data} problem={<ProblemAlert error={error} onRetry={refetch} />} />
    </ViewInAccount>
  );
}

/** The page of a record that was merged into another: it leads there, and is left out of Back. */
function LeadOn({ uuid }: { uuid: string }) {
  return <Navigate to={`${useView().path}/${uuid}`} replace />;
}

/** `problem` is the error of the latest reading, when an earlier one succeeded. */
function Whole({ record, problem }: { record: RecordData; problem: ReactNode }) {
  const view = useView();
  const mayWrite = useMayWrite()(record.account_uuid);
  const notes = view.fields.find(({ type }) => FIELD_TYPES[type].isSection);
  const names = { ...useNames(), ...view.useNames?.() };
  const { Actions } = view;
  const { Beside, Write } = usePanels();
  return (
    <Page
      wide
      title={titleOf(view, record)}
      actions={
        mayWrite && (
          <>
            {Actions && <Actions record={record} />}
            {view.isMergeable && <MergeButton record={record} />}
            <DeleteButton record={record} />
          </>
        )
      }
      about={<BackToList />}
    >
      {problem}
      <Glance record={record} names={names} />
      <Box className="record">
        <Stack gap="md" className="record-fields">
          <Section title={records.details}>
            <Details record={record} mayWrite={mayWrite} />
          </Section>
        </Stack>
        {view.hasHistory && (
          <Stack gap="md" className="record-beside">
            {Beside && <Beside record={record} mayWrite={mayWrite} />}
            {view.related.map((related) => (
              <RelatedList
                key={related.resource + related.parameter}
                record={record}
                related={related}
                mayWrite={mayWrite}
              />
            ))}
          </Stack>
        )}
        <Stack gap="md" className="record-history">
          {view.hasHistory && mayWrite && Write && <Write record={record} />}
          {notes && (
            <Section title={notes.label}>
              <EditableField
                record={record}
                part={fieldPart(notes)}
                kind={kindOf(notes)}
                isFixed={!mayWrite}
                hasLinks
              >
                <Notes text={record[notes.name] as string | null} />
              </EditableField>
            </Section>
          )}
          <Section title={records.timeline}>
            <Timeline uuid={record.uuid} names={names} />
          </Section>
        </Stack>
        <div className="record-custom">
          <CustomFields record={record} mayWrite={mayWrite} />
        </div>
      </Box>
    </Page>
  );
}

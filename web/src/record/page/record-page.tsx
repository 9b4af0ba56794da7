import { Box, Group, Stack } from '@mantine/core';
import { LEVELED_KINDS } from '@rapport/contract/access';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { GoneAlert } from '../../fields/deleted/gone.tsx';
import { passTyped } from '../../fields/deleted/typed.ts';
import { useDeletion } from '../../fields/deleted/use-deletion.ts';
import { EditableField } from '../../fields/editing/editable-field.tsx';
import { useMayChange, useMayWrite } from '../../fields/may-write.ts';
import { type Names, useNames } from '../../fields/names.ts';
import { NearProvider } from '../../fields/near.ts';
import { fieldPart, useRecord } from '../../fields/record.ts';
import { RecordMark } from '../../fields/record-face.tsx';
import { FIELD_TYPES } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { titleOf, usePanels, useView } from '../../fields/view.ts';
import { RecordFiles } from '../../files/record-files.tsx';
import { isGone } from '../../layout/is-gone.ts';
import { Loading } from '../../layout/loading.tsx';
import { notifyDone } from '../../layout/notify.ts';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { RecordProblem } from '../../layout/record-problem.tsx';
import { Section } from '../../layout/section.tsx';
import { records } from '../../texts/records.ts';
import { BackToList } from '../back-to-list.tsx';
import { MergeButton } from '../merge/merge-button.tsx';
import { ViewInAccount } from '../view-in-account.tsx';
import { CustomFields } from './custom-fields.tsx';
import { DeleteButton } from './delete-button.tsx';
import { Details } from './details.tsx';
import { Glance } from './glance.tsx';
import { GoneRecord } from './gone-record.tsx';
import { Notes } from './notes.tsx';
import { RelatedList } from './related-list.tsx';
import { Timeline } from './timeline.tsx';
import { WhoSeesButton } from './who-sees.tsx';

/** The page of one record. Every field is edited in its place. */
export function RecordPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { data, error, refetch } = useRecord(uuid);
  const deletion = useDeletion(uuid, isGone(error));
  if (data && data.uuid !== uuid) return <LeadOn from={uuid} to={data.uuid} />;
  // What somebody reads and writes stays, unless they may no longer see it.
  if (isGone(error) && (!data || deletion === null))
    return <GoneRecord uuid={uuid} problem={error} deletion={deletion ?? null} />;
  if (!data && error) return <RecordProblem error={error} onRetry={refetch} back={<BackToList />} />;
  if (!data) return <Loading h={480} />;
  return (
    <ViewInAccount account_uuid={data.account_uuid}>
      <Whole
        key={uuid}
        record={data}
        isGone={isGone(error)}
        problem={
          deletion ? <GoneAlert record={deletion} /> : <ProblemAlert error={error} onRetry={refetch} />
        }
      />
    </ViewInAccount>
  );
}

/**
 * The page of a record that was merged into another: it leads there with what was typed, and is
 * left out of Back.
 */
function LeadOn({ from, to }: { from: string; to: string }) {
  const { path, texts } = useView();
  const navigate = useNavigate();
  useEffect(() => {
    if (passTyped(from, to)) notifyDone(records.typedIsPassed(texts.one));
    void navigate({ to: `${path}/${to}`, replace: true });
  }, [from, to]);
  return null;
}

/** Windows with room for one column, in which one writes down what was said before one reads. */
const ONE_COLUMN = '(max-width: 47.99em)';

/** `problem` is the error of the latest reading, when an earlier one succeeded. */
function Whole(props: { record: RecordData; problem: ReactNode; isGone: boolean }) {
  const { record, problem } = props;
  const view = useView();
  const mayWrite = useMayWrite()(record.account_uuid);
  const mayChange = useMayChange(record, view.path);
  const names = { ...useNames(), ...view.useNames?.() };
  // Once for all, because a turned phone must not close a dialog or a form.
  const [isPhone] = useState(() => window.matchMedia(ONE_COLUMN).matches);
  const { Write } = usePanels();
  const parts = { record, names, mayWrite };
  const rare = mayWrite && <RareActions record={record} mayChange={mayChange} />;
  const write = view.hasHistory && mayWrite && Write && <Write record={record} />;
  return (
    <NearProvider value={useMemo(() => view.near?.(record) ?? {}, [view, record])}>
      <Page
        wide
        mark={<RecordMark view={view} record={record} />}
        title={titleOf(view, record)}
        // A dialog that is open stays, as what is typed into it.
        actions={
          mayWrite && (
            <Box display={props.isGone ? 'none' : 'contents'}>
              <MainActions record={record} mayChange={mayChange}>
                {!isPhone && rare}
              </MainActions>
            </Box>
          )
        }
        back={<BackToList />}
      >
        {problem}
        <Glance record={record} names={names} />
        {isPhone && write}
        <Box className="record">
          <Stack gap="md" className="record-fields">
            <Section title={records.details}>
              <Details record={record} mayWrite={mayChange} />
            </Section>
            {!view.hasHistory && <RecordFiles record={record} resource={view.resource} mayWrite={mayWrite} />}
          </Stack>
          {view.hasHistory && <BesideRecord {...parts} />}
          <Stack gap="md" className="record-history">
            {!isPhone && write}
            <History {...parts} mayWrite={mayChange} />
          </Stack>
          <div className="record-custom">
            <CustomFields record={record} mayWrite={mayChange} />
          </div>
        </Box>
        {isPhone && <Group gap="xs">{rare}</Group>}
      </Page>
    </NearProvider>
  );
}

/** What the kind adds, and `children`. Nothing if there is neither. */
function MainActions(props: { record: RecordData; mayChange: boolean; children: ReactNode }) {
  const { record, mayChange, children } = props;
  const { Actions } = useView();
  return (
    <>
      {Actions && mayChange && <Actions record={record} />}
      {children}
    </>
  );
}

function RareActions({ record, mayChange }: { record: RecordData; mayChange: boolean }) {
  const { isMergeable, resource } = useView();
  return (
    <>
      {LEVELED_KINDS.includes(resource) && <WhoSeesButton record={record} />}
      {isMergeable && mayChange && <MergeButton record={record} />}
      {mayChange && <DeleteButton record={record} />}
    </>
  );
}

type PartProps = { record: RecordData; names: Names; mayWrite: boolean };

/** What is planned with the record, and the records that refer to it. */
function BesideRecord({ record, mayWrite }: PartProps) {
  const { related, resource } = useView();
  const { Beside } = usePanels();
  return (
    <Stack gap="md" className="record-beside">
      {Beside && <Beside record={record} mayWrite={mayWrite} />}
      {related.map((one) => (
        <RelatedList key={one.resource + one.parameter} record={record} related={one} mayWrite={mayWrite} />
      ))}
      <RecordFiles record={record} resource={resource} mayWrite={mayWrite} />
    </Stack>
  );
}

/** The description of the record and what happened to it. */
function History({ record, names, mayWrite }: PartProps) {
  const { fields } = useView();
  const notes = fields.find(({ type }) => FIELD_TYPES[type].isSection);
  return (
    <>
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
      <Timeline uuid={record.uuid} names={names} />
    </>
  );
}

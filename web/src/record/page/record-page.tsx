import '../record.css';
import { Box, UnstyledButton } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSettled } from '../../api/settled.ts';
import type { RecordData } from '../../fields/data.ts';
import { GoneAlert } from '../../fields/deleted/gone.tsx';
import { passTyped } from '../../fields/deleted/typed.ts';
import { useDeletion } from '../../fields/deleted/use-deletion.ts';
import { useMayChange, useMayWrite } from '../../fields/may-write.ts';
import { useNames } from '../../fields/names.ts';
import { NearProvider } from '../../fields/near.ts';
import { useRecord } from '../../fields/record.ts';
import { FIELD_TYPES } from '../../fields/values/field-types.ts';
import { usePanels, useView } from '../../fields/view.ts';
import { RecordFiles } from '../../files/record-files.tsx';
import { ActsButton } from '../../layout/acts-button.tsx';
import { isGone } from '../../layout/is-gone.ts';
import { later } from '../../layout/later.tsx';
import { laterMenu } from '../../layout/later-menu.tsx';
import { Loading } from '../../layout/loading.tsx';
import { notifyDone } from '../../layout/notify.ts';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { RecordProblem } from '../../layout/record-problem.tsx';
import { useWindow } from '../../layout/windows.ts';
import { records } from '../../texts/records.ts';
import { BackToList } from '../back-to-list.tsx';
import { ViewInAccount } from '../view-in-account.tsx';
import { CustomFields } from './custom-fields.tsx';
import { Details, LongText } from './details.tsx';
import { GoneRecord } from './gone-record.tsx';
import { RecordHead } from './head.tsx';
import { LinkedRecords } from './linked-records.tsx';
import { MailWriting, RecordMailButton, RecordOutgoing, RecordThumb } from './mail-writing.tsx';
import { placedFields } from './placed.ts';
import { PrimaryAct } from './primary-act.tsx';
import { RelatedList } from './related-list.tsx';
import { Timeline } from './timeline.tsx';

const RareActs = laterMenu(
  ActsButton as never,
  'menu',
  async () => (await import('./rare-acts.tsx')).RareActs,
);

const FoundMail = later(async () => (await import('../../mail/found-mail.tsx')).FoundMail);

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

/** `problem` is the error of the latest reading, when an earlier one succeeded. */
function Whole(props: { record: RecordData; problem: ReactNode; isGone: boolean }) {
  const { record, problem } = props;
  const view = useView();
  const mayWrite = useMayWrite()(record.account_uuid);
  const mayChange = useMayChange(record, view.path);
  const names = { ...useNames(), ...view.useNames?.() };
  const { Write } = usePanels();
  const { isPhone } = useWindow();
  const [part, setPart] = useState<Part>('timeline');
  const isSettled = useSettled();
  const parts = { record, names, mayWrite, mayChange };
  // Where a field stands is decided as the page opens, so that none moves away from who edits it.
  const [placed] = useState(() => placedFields(view, record));
  const edit = useFieldToEdit(() => setPart('about'));
  const { mail } = useSearch({ strict: false }) as { mail?: string };
  const { Actions, fields, hasHistory } = view;
  const mailButton = <RecordMailButton record={record} />;
  const texts = hasHistory ? [] : fields.filter(({ type }) => FIELD_TYPES[type].isSection);
  return (
    <NearProvider value={useMemo(() => view.near?.(record) ?? {}, [view, record])}>
      <MailWriting record={record} mayWrite={mayWrite}>
        <div className="record-page" data-waiting={!isSettled || undefined}>
          <RecordHead
            record={record}
            names={names}
            mayWrite={mayChange}
            placed={placed}
            edit={edit}
            // A dialog that is open stays, as what is typed into it.
            acts={
              mayWrite && (
                <Box display={props.isGone ? 'none' : 'contents'}>
                  {Actions && mayChange && <Actions record={record} />}
                  <PrimaryAct record={record} />
                  <RareActs record={record} mayChange={mayChange} />
                </Box>
              )
            }
          />
          {problem}
          <div className="record" data-part={part}>
            <PartTabs part={part} onChange={setPart} hasSide={hasHistory} />
            <div className="record-left">
              <Details record={record} placed={placed} edit={edit} mayWrite={mayChange} />
              <CustomFields record={record} mayWrite={mayChange} />
              {!hasHistory && <RecordFiles record={record} resource={view.resource} mayWrite={mayWrite} />}
            </div>
            <div className="record-mid">
              {hasHistory && mayWrite && Write && <Write record={record} beside={mailButton} />}
              {hasHistory && isPhone && mailButton}
              {hasHistory && <RecordOutgoing record={record} />}
              {texts.map((field) => (
                <LongText key={field.name} record={record} field={field} mayWrite={mayChange} />
              ))}
              <Timeline uuid={record.uuid} names={names} />
            </div>
            {hasHistory && <RecordSide {...parts} />}
          </div>
          {hasHistory && mail && <FoundMail key={mail} uuid={mail} />}
          {hasHistory && isPhone && <RecordThumb record={record} mayWrite={mayWrite} />}
        </div>
      </MailWriting>
    </NearProvider>
  );
}

/** The parts of the page, of which a phone shows one at a time. */
type Part = 'timeline' | 'about' | 'related';

function PartTabs(props: { part: Part; onChange: (part: Part) => void; hasSide: boolean }) {
  const { part, onChange, hasSide } = props;
  const parts: [Part, string][] = [
    ['timeline', records.timeline],
    ['about', records.about],
    ...(hasSide ? [['related', records.related] as [Part, string]] : []),
  ];
  return (
    <div className="part-tabs">
      {parts.map(([name, label]) => (
        <UnstyledButton
          key={name}
          className="shown-tab"
          aria-pressed={part === name}
          onClick={() => onChange(name)}
        >
          {label}
        </UnstyledButton>
      ))}
    </div>
  );
}

type PartProps = {
  record: RecordData;
  mayWrite: boolean;
  /** False for a record that the User may only see, but write about. */
  mayChange: boolean;
};

/** What belongs to the record, as a list of small groups: next steps, people, what refers to it. */
function RecordSide({ record, mayWrite, mayChange }: PartProps) {
  const { related, beside = [], resource } = useView();
  const { Beside } = usePanels();
  return (
    <div className="record-right">
      {Beside && (
        <div className="record-next">
          <Beside record={record} mayWrite={mayWrite} />
        </div>
      )}
      {beside.map((name) => (
        <LinkedRecords key={name} record={record} name={name} mayWrite={mayChange} />
      ))}
      {related.map((one) => (
        <RelatedList key={one.resource + one.parameter} record={record} related={one} mayWrite={mayWrite} />
      ))}
      <RecordFiles record={record} resource={resource} mayWrite={mayWrite} />
    </div>
  );
}

/**
 * Returns the field that the address asks to edit. The address forgets it, so that a reload does
 * not open the field again.
 */
function useFieldToEdit(onEdit: () => void): string | undefined {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  useEffect(() => {
    const search = (before: object) => ({ ...before, edit: undefined });
    if (edit) onEdit();
    if (edit) void navigate({ to: '.', search, replace: true });
  }, [edit, navigate]);
  return edit;
}

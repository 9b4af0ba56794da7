import './tasks.css';
import { Box, Button, Group, Tabs, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { requestChange } from '../api/request.ts';
import type { RecordData } from '../fields/data.ts';
import { DayInput } from '../fields/inputs/day-input.tsx';
import { MentionTextarea } from '../fields/inputs/mention-textarea.tsx';
import { useMe } from '../fields/me.ts';
import { offerUndo } from '../fields/undo/offer-undo.ts';
import { queryKey, useView } from '../fields/view.ts';
import { Attachments } from '../files/attachments.tsx';
import { keepWith } from '../files/keep-with.ts';
import { Dialog } from '../layout/dialog.tsx';
import { useDraft } from '../layout/draft.ts';
import { CallIcon, NotesIcon, TasksIcon } from '../layout/icons.tsx';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { composer as texts } from '../texts/composer.ts';
import { records } from '../texts/records.ts';
import { TASK_LABELS } from '../texts/tasks.ts';
import {
  type Draft,
  EMPTY,
  type Inputs,
  isTyped,
  isWhole,
  MODES,
  type Mode,
  nextBody,
  spokenTo,
  toBody,
} from './composer-draft.ts';
import { LogInputs } from './log-inputs.tsx';
import { type Person, usePeople } from './people.ts';
import { PhoneLog } from './phone-log.tsx';
import { ReminderSelect } from './reminder-select.tsx';

/** Windows with room for one column, in which the form opens over the page. */
const PHONE = '(max-width: 47.99em)';

/**
 * The form for a note, a past activity or a task about this record: one line, which opens where one
 * begins to write. Escape closes it and keeps what is typed. On a phone it opens over the page.
 * `beside` stands behind the sorts of entries in the line of a desk.
 */
export function Composer({ record, beside }: { record: RecordData; beside?: ReactNode }) {
  // Once for all, because a turned phone must not close the form.
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches);
  const [stored, setDraft, clear] = useDraft(`composer-${record.uuid}`, EMPTY);
  // A draft of an earlier release lacks what this one asks.
  const draft = { ...EMPTY, ...stored };
  // On a phone the form would cover the page that one has opened.
  const [isOpen, setIsOpen] = useState(!isPhone && isTyped(draft));
  const form = useRef<HTMLFormElement>(null);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const close = () => {
    // The line opens when its input has the focus, so a tab takes it.
    if (!isPhone) form.current?.querySelector<HTMLElement>('[role=tab]')?.focus();
    setIsOpen(false);
  };
  const open = (changes: Partial<Draft>) => {
    const isCall = isPhone && changes.mode === 'log' && draft.call_outcome === 'none';
    change({ ...(isCall && { call_outcome: 'reached' }), ...changes });
    setIsOpen(true);
  };
  useWhatToWrite(form, open);
  const parts = { record, draft, change, isOpen, isPhone, form, open, close, clear, beside };
  if (!isPhone)
    return (
      <section aria-label={texts.title}>
        <ComposerForm {...parts} />
      </section>
    );
  return (
    <Dialog opened={isOpen} onClose={close} title={texts.title} yOffset={8} className="composer-sheet">
      {isOpen && <ComposerForm {...parts} />}
    </Dialog>
  );
}

type Parts = Inputs & {
  record: RecordData;
  isOpen: boolean;
  isPhone: boolean;
  beside: ReactNode;
  form: RefObject<HTMLFormElement | null>;
  open: (changes: Partial<Draft>) => void;
  close: () => void;
  clear: () => void;
};

function ComposerForm(props: Parts) {
  const { record, draft, isOpen, isPhone, form, close, clear } = props;
  const people = usePeople(record, isPhone);
  const isAboutPerson = useView().resource === 'contact';
  // On a phone somebody is chosen at once, and everybody sees who.
  const first = isPhone && !isAboutPerson && people[0] ? `contact ${people[0].uuid}` : '';
  const withWhom = draft.with || first;
  const [attached, setAttached] = useState<File[]>([]);
  const send = useSend(record, attached, () => {
    clear();
    setAttached([]);
    close();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending && isWhole(draft)) send.mutate({ ...draft, with: withWhom });
  };
  const save = (
    <Button
      type="submit"
      size={isPhone ? 'md' : 'xs'}
      ml="auto"
      fullWidth={isPhone}
      loading={send.isPending}
      disabled={!isWhole(draft)}
    >
      {texts.save[draft.mode]}
    </Button>
  );
  return (
    <form
      ref={form}
      className="composer"
      data-open={isOpen || undefined}
      onSubmit={submit}
      onKeyDown={(event) => {
        // As the button does, so that an input with a fault keeps the form from being sent.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) close();
      }}
    >
      <Modes {...props} people={people} withWhom={withWhom}>
        {isOpen && (
          <>
            <Box component="kbd" visibleFrom="sm">
              {texts.keys}
            </Box>
            {save}
          </>
        )}
      </Modes>
      {isOpen && <Attachments files={attached} onFiles={setAttached} />}
      <ProblemAlert error={send.error} />
    </form>
  );
}

/** The inputs of the sort of entry that is chosen, and below them the sorts and `children`. */
function Modes(props: Parts & { people: Person[]; withWhom: string; children: ReactNode }) {
  const { draft, change, record, isOpen, isPhone, open } = props;
  const view = useView();
  const icons = { note: <NotesIcon />, log: <CallIcon />, task: <TasksIcon /> };
  return (
    <Tabs
      variant="none"
      // The line is that of a note. What else is typed waits behind its tab.
      value={isOpen ? draft.mode : 'note'}
      keepMounted={false}
      className="composer-parts"
    >
      <Tabs.Panel value="note">
        <MentionTextarea
          account_uuid={record.account_uuid}
          aria-label={texts.note}
          placeholder={isOpen ? texts.notePlaceholder : texts.begin(view.texts.one)}
          variant="unstyled"
          autosize
          minRows={isOpen ? 3 : 1}
          maxRows={isOpen ? 16 : 1}
          value={draft.body}
          onFocus={() => !isOpen && open({ mode: 'note' })}
          onChange={(body) => change({ body })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="log">
        {isPhone ? <PhoneLog {...props} /> : <LogInputs draft={draft} change={change} record={record} />}
      </Tabs.Panel>
      <Tabs.Panel value="task">
        <TaskInputs draft={draft} change={change} />
      </Tabs.Panel>
      <div className="composer-foot">
        <Tabs.List aria-label={texts.what(view.texts.one)}>
          {MODES.map((mode) => (
            <Tabs.Tab key={mode} value={mode} leftSection={icons[mode]} onClick={() => open({ mode })}>
              {texts[mode]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {!isPhone && props.beside}
        {props.children}
      </div>
    </Tabs>
  );
}

/** Opens the tab that the address asks for, with who was called, and focuses its input, once. */
function useWhatToWrite(form: RefObject<HTMLFormElement | null>, open: (changes: Partial<Draft>) => void) {
  const { write, with: who } = useSearch({ strict: false }) as { write?: string; with?: string };
  const navigate = useNavigate();
  useEffect(() => {
    if (write === undefined) return;
    if (MODES.includes(write as Mode))
      open({ mode: write as Mode, ...(write === 'log' && { with: who ?? '' }) });
    const without = (before: object) => ({ ...before, write: undefined, with: undefined });
    void navigate({ to: '.', search: without, replace: true });
    // Waits until the inputs of the tab exist.
    setTimeout(() => {
      const input = form.current?.querySelector<HTMLElement>('[role=tabpanel] :is(textarea, .grow input)');
      input?.focus();
      input?.scrollIntoView({ block: 'center' });
    });
  }, [write]);
}

function TaskInputs({ draft, change }: Inputs) {
  return (
    <Group gap="xs" align="start">
      <TextInput
        aria-label={texts.task}
        placeholder={texts.taskPlaceholder}
        className="grow"
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <DayInput
        aria-label={records.due}
        placeholder={records.due}
        className="quick-day"
        withTime
        value={draft.due}
        onChange={(due) => change({ due })}
      />
      {draft.due !== '' && (
        <ReminderSelect
          aria-label={TASK_LABELS.reminder}
          value={draft.reminder}
          w="11rem"
          onChange={(reminder) => change({ reminder })}
        />
      )}
    </Group>
  );
}

function useSend(record: RecordData, attached: File[], onDone: () => void) {
  const view = useView();
  const queryClient = useQueryClient();
  const me = useMe();
  const [key, setKey] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const { path, body } = toBody(draft, me);
      const here = { resource: view.resource, uuid: record.uuid };
      const other = spokenTo(draft);
      const records = other && other.uuid !== here.uuid ? [here, other] : [here];
      const about = { account_uuid: record.account_uuid, records };
      const { answer, change_uuid } = await requestChange<{ data: { uuid: string } }>('POST', path, {
        body: { ...about, ...body },
        idempotency_key: key,
      });
      const { uuid } = answer.data;
      const next = nextBody(draft, me);
      if (next === null) return { uuid, change_uuids: [change_uuid] };
      const further = { body: { ...about, ...next }, idempotency_key: `${key}-next` };
      const added = await requestChange('POST', '/api/v2/tasks', further);
      return { uuid, change_uuids: [change_uuid, added.change_uuid] };
    },
    onSuccess: async ({ uuid, change_uuids }, { mode }) => {
      const kept = { resource: mode === 'note' ? ('note' as const) : ('task' as const), uuid };
      keepWith(queryClient, attached, record.account_uuid, kept, record.uuid);
      onDone();
      setKey(crypto.randomUUID());
      // One press logs a call, so one press takes it back.
      if (mode === 'log') offerUndo(texts.saved.log, change_uuids);
      else notifyDone(texts.saved[mode]);
      for (const changed of [queryKey(view), ['/tasks'], ['/notes'], ['related']])
        await queryClient.invalidateQueries({ queryKey: changed });
    },
  });
}

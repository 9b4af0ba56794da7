import { Box, Button, Group, Stack, Tabs, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { requestChange } from '../api/request.ts';
import type { RecordData } from '../fields/data.ts';
import { DayInput } from '../fields/inputs/day-input.tsx';
import { MentionTextarea } from '../fields/inputs/mention-textarea.tsx';
import { useMe } from '../fields/me.ts';
import { offerUndo } from '../fields/undo/offer-undo.ts';
import { queryKey, useView } from '../fields/view.ts';
import { Attachments } from '../files/attachments.tsx';
import { keepWith } from '../files/keep-with.ts';
import { useDraft } from '../layout/draft.ts';
import { CallIcon, NotesIcon, TasksIcon } from '../layout/icons.tsx';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { composer as texts } from '../texts/composer.ts';
import { records } from '../texts/records.ts';
import { TASK_LABELS } from '../texts/tasks.ts';
import {
  type Draft,
  EMPTY,
  type Inputs,
  isWhole,
  MODES,
  type Mode,
  spokenTo,
  toBody,
} from './composer-draft.ts';
import { LogInputs } from './log-inputs.tsx';
import { ReminderSelect } from './reminder-select.tsx';

/** The form for a note, a past activity or a task about this record. */
export function Composer({ record }: { record: RecordData }) {
  const [stored, setDraft, clear] = useDraft(`composer-${record.uuid}`, EMPTY);
  // A draft of an earlier release lacks what this one asks.
  const draft = { ...EMPTY, ...stored };
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const [attached, setAttached] = useState<File[]>([]);
  const send = useSend(record, attached, () => {
    clear();
    setAttached([]);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending && isWhole(draft)) send.mutate(draft);
  };
  const form = useWhatToWrite(change);
  return (
    <Section title={texts.title}>
      <form
        ref={form}
        onSubmit={submit}
        onKeyDown={(event) => {
          // As the button does, so that an input with a fault keeps the form from being sent.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
        }}
      >
        <Stack gap="xs">
          <Modes draft={draft} change={change} record={record} />
          <Attachments files={attached} onFiles={setAttached} />
          <ProblemAlert error={send.error} />
          <Group justify="flex-end">
            <Box component="kbd" visibleFrom="sm" mr="auto">
              {texts.keys}
            </Box>
            <Button type="submit" size="compact-md" loading={send.isPending} disabled={!isWhole(draft)}>
              {texts.save[draft.mode]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** A tab for each sort of entry, with its inputs. */
function Modes({ draft, change, record }: Inputs & { record: RecordData }) {
  const view = useView();
  return (
    <Tabs value={draft.mode} onChange={(mode) => change({ mode: mode as Mode })} keepMounted={false}>
      <Tabs.List aria-label={texts.what(view.texts.one)}>
        <Tabs.Tab value="note" leftSection={<NotesIcon />}>
          {texts.note}
        </Tabs.Tab>
        <Tabs.Tab value="log" leftSection={<CallIcon />}>
          {texts.log}
        </Tabs.Tab>
        <Tabs.Tab value="task" leftSection={<TasksIcon />}>
          {texts.task}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="note" pt="xs">
        <MentionTextarea
          account_uuid={record.account_uuid}
          aria-label={texts.note}
          placeholder={texts.notePlaceholder}
          autosize
          minRows={2}
          maxRows={16}
          value={draft.body}
          onChange={(body) => change({ body })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="log" pt="xs">
        <LogInputs draft={draft} change={change} record={record} />
      </Tabs.Panel>
      <Tabs.Panel value="task" pt="xs">
        <TaskInputs draft={draft} change={change} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Opens the tab that the address asks for, with who was called, and focuses its input, once. */
function useWhatToWrite(change: (changes: Partial<Draft>) => void) {
  const { write, with: who } = useSearch({ strict: false }) as { write?: string; with?: string };
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (write === undefined) return;
    if (MODES.includes(write as Mode))
      change({ mode: write as Mode, ...(write === 'log' && { with: who ?? '' }) });
    const without = (before: object) => ({ ...before, write: undefined, with: undefined });
    void navigate({ to: '.', search: without, replace: true });
    // Waits until the inputs of the tab exist.
    setTimeout(() => {
      const input = form.current?.querySelector<HTMLElement>(
        '[role=tabpanel] :is(textarea, .grow input, .log-subject input)',
      );
      input?.focus();
      input?.scrollIntoView({ block: 'center' });
    });
  }, [write]);
  return form;
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
    mutationFn: (draft: Draft) => {
      const { path, body } = toBody(draft, me);
      const here = { resource: view.resource, uuid: record.uuid };
      const other = spokenTo(draft);
      const records = other && other.uuid !== here.uuid ? [here, other] : [here];
      const about = { account_uuid: record.account_uuid, records };
      return requestChange<{ data: { uuid: string } }>('POST', path, {
        body: { ...about, ...body },
        idempotency_key: key,
      });
    },
    onSuccess: async ({ change_uuid, answer }, { mode }) => {
      const { uuid } = answer.data;
      const kept = { resource: mode === 'note' ? ('note' as const) : ('task' as const), uuid };
      keepWith(queryClient, attached, record.account_uuid, kept, record.uuid);
      onDone();
      setKey(crypto.randomUUID());
      // One press logs a call, so one press takes it back.
      if (mode === 'log') offerUndo(texts.saved.log, [change_uuid]);
      else notifyDone(texts.saved[mode]);
      for (const changed of [queryKey(view), ['/tasks'], ['/notes'], ['related']])
        await queryClient.invalidateQueries({ queryKey: changed });
    },
  });
}

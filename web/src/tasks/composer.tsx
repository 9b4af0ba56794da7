import { Button, Group, Select, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { request } from '../api/request.ts';
import { useDraft } from '../layout/draft.ts';
import { CallIcon, NotesIcon, TasksIcon } from '../layout/icons.tsx';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import type { RecordData } from '../records/data.ts';
import { DayInput } from '../records/day-input.tsx';
import { useMe } from '../records/me.ts';
import { queryKey, useView } from '../records/view.ts';
import { composer as texts } from '../texts/composer.ts';
import { records } from '../texts/records.ts';
import { type Draft, EMPTY, isWhole, MODES, type Mode, toBody } from './composer-draft.ts';

/** The form for a note, a past activity or a task about this record. */
export function Composer({ record }: { record: RecordData }) {
  const [draft, setDraft, clear] = useDraft(`composer-${record.uuid}`, EMPTY);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const send = useSend(record, () => clear());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending && isWhole(draft)) send.mutate(draft);
  };
  const form = useWhatToWrite((mode) => change({ mode }));
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
          <Modes draft={draft} change={change} />
          <ProblemAlert error={send.error} />
          <Group justify="space-between">
            <kbd>{texts.keys}</kbd>
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
function Modes({ draft, change }: Inputs) {
  const view = useView();
  return (
    <Tabs
      value={draft.mode}
      variant="pills"
      onChange={(mode) => change({ mode: mode as Mode })}
      keepMounted={false}
    >
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
        <Textarea
          aria-label={texts.note}
          placeholder={texts.notePlaceholder}
          autosize
          minRows={2}
          maxRows={16}
          value={draft.body}
          onChange={(event) => change({ body: event.currentTarget.value })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="log" pt="xs">
        <LogInputs draft={draft} change={change} />
      </Tabs.Panel>
      <Tabs.Panel value="task" pt="xs">
        <TaskInputs draft={draft} change={change} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Opens the tab that the address asks for and focuses its input, once. */
function useWhatToWrite(choose: (mode: Mode) => void) {
  const { write } = useSearch({ strict: false }) as { write?: string };
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (write === undefined) return;
    if (MODES.includes(write as Mode)) choose(write as Mode);
    void navigate({ to: '.', search: (before: object) => ({ ...before, write: undefined }), replace: true });
    // Waits until the inputs of the tab exist.
    setTimeout(() => {
      const input = form.current?.querySelector<HTMLElement>(
        '[role=tabpanel] textarea, [role=tabpanel] .grow input',
      );
      input?.focus();
      input?.scrollIntoView({ block: 'center' });
    });
  }, [write]);
  return form;
}

type Inputs = { draft: Draft; change: (changes: Partial<Draft>) => void };

function LogInputs({ draft, change }: Inputs) {
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="start">
        <Select
          aria-label={texts.logType}
          data={texts.logTypes}
          value={draft.type}
          allowDeselect={false}
          w="8rem"
          onChange={(type) => change({ type: type! })}
        />
        <TextInput
          aria-label={texts.subject}
          placeholder={texts.subjectPlaceholder}
          className="grow"
          value={draft.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
      </Group>
      <Textarea
        aria-label={texts.outcome}
        placeholder={texts.outcomePlaceholder}
        autosize
        minRows={2}
        maxRows={12}
        value={draft.outcome}
        onChange={(event) => change({ outcome: event.currentTarget.value })}
      />
    </Stack>
  );
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
    </Group>
  );
}

function useSend(record: RecordData, onDone: () => void) {
  const view = useView();
  const queryClient = useQueryClient();
  const me = useMe();
  const [key, setKey] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (draft: Draft) => {
      const { path, body } = toBody(draft, me);
      const about = {
        account_uuid: record.account_uuid,
        records: [{ resource: view.resource, uuid: record.uuid }],
      };
      return request('POST', path, { body: { ...about, ...body }, idempotency_key: key });
    },
    onSuccess: async (_, { mode }) => {
      onDone();
      setKey(crypto.randomUUID());
      notifyDone(texts.saved[mode]);
      for (const changed of [queryKey(view), ['/tasks'], ['/notes'], ['related']])
        await queryClient.invalidateQueries({ queryKey: changed });
    },
  });
}

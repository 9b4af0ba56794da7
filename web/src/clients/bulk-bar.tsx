import { Affix, Button, Group, Modal, Paper, Progress, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Client, ClientFields } from '@rapport/contract/clients';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useLogins } from '../accounts/logins.ts';
import { ApiProblem, request } from '../api/request.ts';
import { sayOf, useDraft } from '../layout/draft.ts';
import { Waiting } from '../layout/loading.tsx';
import { notifyDone, notifyProblems } from '../layout/notify.ts';
import { notifyWithRetry, notifyWithUndo } from '../layout/notify-with-button.tsx';
import { sayProblem } from '../layout/say-problem.ts';
import { clients, FIELD_LABELS, STATUS_LABELS } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { forEach, type Progress as HowFar } from './bulk.ts';
import { kindOf, toTags } from './field-kinds.ts';
import type { FieldName } from './record.ts';
import type { Selection } from './selection.ts';
import { StayOrStop } from './stay-or-stop.tsx';

/** On a phone the menu opens over the page; of the shell, all is at 100 or above. */
const BELOW_MENU = 90;

type Props = {
  chosen: Client[];
  /** Of all that the list finds, which may be more than are loaded. */
  total: number | undefined;
  /** Whether the rows are those of the list before: those of this one are on their way. */
  isOutdated: boolean;
  select: Dispatch<SetStateAction<Selection>>;
  /** Selects all that the list finds; null where that is done, or not wanted. */
  onSelectAll: (() => void) | null;
  isReadingAll: boolean;
};

const NONE: Selection = new Set();

/** What can be done with the selected rows; every step can be undone. */
export function BulkBar({ chosen, total, isOutdated, select, onSelectAll, isReadingAll }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const { run, progress, stop } = useBulk(select);
  // It would come back by itself, and be about others.
  useEffect(() => {
    if (chosen.length === 0) setDialog(null);
  }, [chosen.length]);
  // What is done is done to what one sees.
  const isWaiting = isOutdated || isReadingAll;
  if (chosen.length === 0 && progress === null) return null;
  return (
    <>
      <Affix position={{ bottom: 20, left: 0, right: 0 }} zIndex={BELOW_MENU} className="bulk-affix">
        <Paper
          withBorder
          shadow="lg"
          p="xs"
          className="bulk-bar"
          role="region"
          aria-label={clients.selected(chosen.length, total)}
        >
          {progress === 'reading' ? (
            <Group justify="center">
              <Waiting size="sm" />
            </Group>
          ) : progress ? (
            <Group wrap="nowrap">
              <StayOrStop title={clients.leaveTitle} hint={clients.leave} />
              <Progress value={(100 * progress.done) / progress.all} w={160} aria-label={clients.bulkApply} />
              <Text size="sm">{clients.working(progress.done, progress.all)}</Text>
              <Button size="xs" variant="default" onClick={stop}>
                {clients.stop}
              </Button>
            </Group>
          ) : (
            <Group gap="xs" justify="center">
              <Text size="sm" fw={600} px="xs">
                {clients.selected(chosen.length, total)}
              </Text>
              {onSelectAll && total !== undefined && (
                <Button size="xs" variant="subtle" loading={isReadingAll} onClick={onSelectAll}>
                  {clients.selectAllOf(total)}
                </Button>
              )}
              <Button size="xs" variant="default" disabled={isWaiting} onClick={() => setDialog('edit')}>
                {clients.bulkEdit}
              </Button>
              <Button size="xs" variant="default" disabled={isWaiting} onClick={() => setDialog('delete')}>
                {common.remove}
              </Button>
              <Button size="xs" variant="subtle" onClick={() => select(NONE)}>
                {clients.clearSelection}
              </Button>
            </Group>
          )}
        </Paper>
      </Affix>
      <Modal
        opened={dialog === 'edit'}
        onClose={() => setDialog(null)}
        title={clients.bulkTitle(chosen.length)}
      >
        <EditForm
          onApply={(fieldsOf) => {
            setDialog(null);
            return run(chosen, editing(fieldsOf));
          }}
        />
      </Modal>
      <Modal
        opened={dialog === 'delete'}
        onClose={() => setDialog(null)}
        title={clients.deleteTitle(chosen.length)}
      >
        <Stack>
          <Text size="sm">{clients.deleteHint}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setDialog(null)}>
              {common.cancel}
            </Button>
            <Button
              color="red"
              data-autofocus
              onClick={() => {
                setDialog(null);
                void run(chosen, DELETING);
              }}
            >
              {common.remove}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** One kind of work on many Clients, and the work that undoes it. */
type Work = {
  forward: (client: Client, signal: AbortSignal) => Promise<void>;
  backward: (client: Client, signal: AbortSignal) => Promise<void>;
  saysDone: (count: number) => string;
  saysUndone: (count: number) => string;
};

const DELETING: Work = {
  forward: async (client, signal) => {
    await request('DELETE', `/api/v2/clients/${client.uuid}`, { version: client.version, signal });
  },
  backward: async (client, signal) => {
    await request('POST', `/api/v2/clients/${client.uuid}/restore`, { signal });
  },
  saysDone: clients.deleted,
  saysUndone: clients.restored,
};

/** Sets what `fieldsOf` says; undoing sets these fields to what they were, unless the Client was changed since. */
function editing(fieldsOf: (client: Client) => ClientFields): Work {
  const versions = new Map<string, number>();
  return {
    forward: async (client, signal) => {
      const { uuid, version } = client;
      const options = { body: fieldsOf(client), version, signal };
      const { data } = await request<{ data: Client }>('PATCH', `/api/v2/clients/${uuid}`, options);
      versions.set(uuid, data.version);
    },
    backward: async (client, signal) => {
      const body = Object.fromEntries(
        Object.keys(fieldsOf(client)).map((name) => [name, client[name as keyof Client]]),
      );
      const version = versions.get(client.uuid);
      await request('PATCH', `/api/v2/clients/${client.uuid}`, { body, version, signal });
    },
    saysDone: clients.edited,
    saysUndone: clients.setBack,
  };
}

/** `progress` is 'reading' while the list is read again: until then its rows have the versions of before, against which nothing can be changed. */
function useBulk(select: Dispatch<SetStateAction<Selection>>) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<HowFar | 'reading' | null>(null);
  const aborter = useRef(new AbortController());
  // Nobody would see how it ends behind another page.
  useEffect(() => () => aborter.current.abort(), []);
  // A second click comes while the dialog is still closing.
  const isRunning = useRef(false);
  const go = async (items: Client[], work: Work['forward']) => {
    aborter.current = new AbortController();
    setProgress({ done: 0, all: items.length });
    const { done, refusals } = await forEach(items, work, setProgress, aborter.current.signal);
    setProgress('reading');
    await queryClient.invalidateQueries({ queryKey: ['clients'] });
    setProgress(null);
    return { done, refusals, left: items.filter((item) => !done.includes(item)) };
  };
  /** What was not undone can be tried again (the Clients may no longer be in the list), unless what stood against it stays. */
  const undo = async (items: Client[], work: Work) => {
    const { done, refusals, left } = await go(items, work.backward);
    if (done.length > 0) notifyDone(work.saysUndone(done.length));
    if (left.length === 0) return;
    if (refusals.length === left.length && refusals.every(isChangedOrGone)) {
      return notifyProblems(refusals[0], (why) => clients.notUndone(left.length, why));
    }
    const why = refusals.length > 0 ? sayProblem(refusals[0]).message : common.stopped;
    notifyWithRetry(clients.notUndone(left.length, why), () => undo(left, work));
  };
  /** True when it was done to every Client. The others stay selected, for another try. */
  const run = async (items: Client[], work: Work) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    const { done, refusals, left } = await go(items, work.forward);
    isRunning.current = false;
    const uuids = new Set(done.map(({ uuid }) => uuid));
    select((now) => new Set([...now].filter((uuid) => !uuids.has(uuid))));
    if (done.length > 0) notifyWithUndo(work.saysDone(done.length), () => undo(done, work));
    const say = (why: string) => clients.refused(refusals.length, items.length, sayOf(clients.value, why));
    if (refusals.length > 0) notifyProblems(refusals[0], say);
    return left.length === 0;
  };
  return { run, progress, stop: () => aborter.current.abort() };
}

function isChangedOrGone(refusal: unknown): boolean {
  return refusal instanceof ApiProblem && ['version_mismatch', 'not_found'].includes(refusal.code ?? '');
}

/** `onApply` says whether every Client was changed; if not, what was typed is kept for another try. */
function EditForm({
  onApply,
}: {
  onApply: (fieldsOf: (client: Client) => ClientFields) => Promise<boolean>;
}) {
  const [{ field, value }, setDraft, clearDraft] = useDraft('bulk-edit', { field: 'status', value: '' });
  const setValue = (value: string) => setDraft({ field, value });
  const logins = useLogins();
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const choices = field === 'status' ? STATUS_LABELS : field === 'owner_uuid' ? owners : null;
  const submit = async () => {
    const isWhole = await onApply((client) =>
      field === 'tags'
        ? { tags: [...new Set([...client.tags, ...toTags(value)])] }
        : { [field]: kindOf(field).fromText(value, client[field as FieldName] as never) },
    );
    if (isWhole) clearDraft();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <Select
          label={clients.field}
          data={['status', 'owner_uuid', 'industry', 'tags', 'language', 'currency'].map((name) => ({
            value: name,
            label: name === 'tags' ? clients.bulkTags : FIELD_LABELS[name]!,
          }))}
          value={field}
          allowDeselect={false}
          onChange={(name) => setDraft({ field: name!, value: '' })}
        />
        {choices ? (
          <Select
            label={clients.value}
            required
            data={Object.entries(choices).map(([key, label]) => ({ value: key, label }))}
            value={value || null}
            onChange={(chosen) => setValue(chosen ?? '')}
          />
        ) : (
          <TextInput
            label={clients.value}
            description={field === 'tags' ? clients.tagsHint : undefined}
            required
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={(field === 'tags' ? toTags(value).join() : value) === ''}>
            {clients.bulkApply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

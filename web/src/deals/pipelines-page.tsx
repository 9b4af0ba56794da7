import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { request, requestChange } from '../api/request.ts';
import { useMayWriteAll } from '../fields/may-write.ts';
import { AccountChoice, useTargetAccount } from '../fields/target-account.tsx';
import { offerUndo } from '../fields/undo/offer-undo.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Loading } from '../layout/loading.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { useSubmit } from '../layout/submit.ts';
import { pipelines as texts } from '../texts/pipelines.ts';
import { records } from '../texts/records.ts';
import { PipelineEditor } from './pipeline-editor.tsx';
import { usePipelines } from './pipelines.ts';
import './pipelines.css';

/** The page of the pipelines of one Account or of all: their names, stages and order. */
export function PipelinesPage() {
  const { data: accounts } = useAccounts();
  const current = useCurrentAccount();
  const { pipelines, error, isPending, refetch } = usePipelines();
  const mayWriteAll = useMayWriteAll();
  if (accounts?.length === 0) return <NoAccount />;
  const shown = (accounts ?? []).filter(({ uuid }) => current === null || uuid === current.uuid);
  const mayWrite = shown.some(({ uuid }) => mayWriteAll(uuid));
  return (
    <Page title={texts.title} about={mayWrite ? `${texts.about} ${texts.keys}` : texts.about}>
      <ProblemAlert error={error} onRetry={refetch} />
      {isPending && <Loading h={360} />}
      {!isPending && !mayWrite && <Text size="sm">{texts.readOnly}</Text>}
      {!isPending &&
        shown.map(({ uuid, name }) => (
          <Stack key={uuid} gap="md">
            {shown.length > 1 && <Title order={2}>{name}</Title>}
            <PipelinesOf pipelines={pipelines.filter(({ account_uuid }) => account_uuid === uuid)} />
          </Stack>
        ))}
      {!isPending && mayWrite && <NewPipeline />}
    </Page>
  );
}

/** The pipelines of one Account, in their order. Archived ones come last. */
function PipelinesOf({ pipelines }: { pipelines: Pipeline[] }) {
  const mayWrite = useMayWriteAll();
  const change = useChange();
  const used = pipelines.filter(({ archived_at }) => archived_at === null);
  const archived = pipelines.filter(({ archived_at }) => archived_at !== null);
  const archive = async (pipeline: Pipeline) => {
    const change_uuid = await change(pipeline, { archived_at: new Date().toISOString() });
    if (change_uuid !== null) offerUndo(texts.archived(pipeline.name), [change_uuid]);
  };
  return (
    <>
      {used.map((pipeline, index) => {
        const swap = (other: Pipeline | undefined) =>
          other ? () => void swapped(change, pipelines, pipeline, other) : null;
        return (
          <PipelineEditor
            key={pipeline.uuid}
            pipeline={pipeline}
            mayWrite={mayWrite(pipeline.account_uuid)}
            onUp={swap(used[index - 1])}
            onDown={swap(used[index + 1])}
            onArchive={used.length > 1 ? () => void archive(pipeline) : null}
          />
        );
      })}
      {archived.length > 0 && (
        <Section title={texts.archivedTitle} about={texts.archivedHint}>
          <Stack gap={6}>
            {archived.map((pipeline) => (
              <Group key={pipeline.uuid} justify="space-between">
                <Text size="sm" className="break-anywhere">
                  {pipeline.name}
                </Text>
                {mayWrite(pipeline.account_uuid) && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() =>
                      void change(pipeline, { archived_at: null }).then(
                        (changed) => changed && notifyDone(texts.isBack(pipeline.name)),
                      )
                    }
                  >
                    {texts.bringBack}
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        </Section>
      )}
    </>
  );
}

type Change = (pipeline: Pipeline, body: Partial<Pipeline>) => Promise<string | null>;

/**
 * Returns a function that changes a pipeline, and returns the uuid of the change. After a refusal
 * it shows the reason and returns null.
 */
function useChange(): Change {
  const queryClient = useQueryClient();
  return async (pipeline, body) => {
    try {
      const path = `/api/v2/pipelines/${pipeline.uuid}`;
      const options = { body, version: pipeline.version };
      return (await requestChange('PATCH', path, options)).change_uuid;
    } catch (refusal) {
      notifyProblem(refusal);
      return null;
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['/pipelines'] });
    }
  };
}

/**
 * Swaps two neighbours. Also gives every pipeline a position of its own, because some may share
 * one.
 */
async function swapped(change: Change, all: Pipeline[], a: Pipeline, b: Pipeline): Promise<void> {
  const order = all.map((pipeline) => (pipeline === a ? b : pipeline === b ? a : pipeline));
  for (const [position, pipeline] of order.entries())
    if (pipeline.position !== position + 1) await change(pipeline, { position: position + 1 });
}

/**
 * The form of a new pipeline. It has only a name, because the pipeline begins with the usual
 * stages.
 */
function NewPipeline() {
  const target = useTargetAccount();
  const [name, type, forget] = useDraft('new-pipeline', '');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const { pipelines } = usePipelines();
  const create = useMutation({
    mutationFn: () => {
      const own = pipelines.filter(({ account_uuid }) => account_uuid === target.account_uuid);
      const position = Math.max(0, ...own.map(({ position }) => position ?? 0)) + 1;
      const body = { account_uuid: target.account_uuid, name: name.trim(), position };
      return request('POST', '/api/v2/pipelines', { body, idempotency_key: key });
    },
    onSuccess: async () => {
      notifyDone(texts.created(name.trim()));
      forget();
      setKey(crypto.randomUUID());
      await queryClient.invalidateQueries({ queryKey: ['/pipelines'] });
    },
  });
  const submit = useSubmit(create);
  return (
    <Section title={texts.create}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <AccountChoice target={target} label={records.account} />
          <Group align="flex-end">
            <TextInput
              label={texts.name}
              className="grow"
              maw={420}
              required
              error={fieldErrors(create.error)['/name']}
              value={name}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="default"
              loading={create.isPending}
              disabled={name.trim() === '' || target.account_uuid === null}
            >
              {texts.create}
            </Button>
          </Group>
          <ProblemAlert error={errorBeside(create.error, '/name')} />
        </Stack>
      </form>
    </Section>
  );
}

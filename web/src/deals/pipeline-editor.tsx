import { Alert, Anchor, Badge, Button, Group, Stack, TextInput } from '@mantine/core';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isMismatch, request, withQuery } from '../api/request.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { moved } from '../layout/moved.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { useSubmit } from '../layout/submit.ts';
import { UpAndDown } from '../layout/up-and-down.tsx';
import { pipelines as texts } from '../texts/pipelines.ts';
import {
  draftOf,
  fieldsOf,
  newStage,
  type PipelineDraft,
  type StageDraft,
  withStage,
} from './stage-drafts.ts';
import { StageRow } from './stage-row.tsx';

/** `onUp` and `onDown` move the pipeline past its neighbour; null without one. */
type Props = {
  pipeline: Pipeline;
  mayWrite: boolean;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onArchive: (() => void) | null;
};

/** The editor of a pipeline and its stages. Keeps its draft until it is saved or discarded. */
export function PipelineEditor(props: Props) {
  const { pipeline, mayWrite } = props;
  const { draft, isChanged, keep, putStages, forget } = usePipelineDraft(pipeline);
  const save = useSave(pipeline, draft, forget);
  const submit = useSubmit(save);
  const { filled, remove, clear } = useRemoval(pipeline, (key) =>
    putStages(draft.stages.filter((stage) => stage.key !== key)),
  );
  const { list, move } = useMove(draft.stages, putStages);
  const errors = fieldErrors(save.error);
  const pointers = ['/name', ...draft.stages.map((_, index) => `/stages/${index}/name`)];
  return (
    <Section title={pipeline.name} actions={mayWrite && <Actions {...props} />}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            maw={420}
            required
            disabled={!mayWrite}
            error={errors['/name']}
            value={draft.name}
            onChange={(event) => keep({ ...draft, name: event.currentTarget.value })}
          />
          <ol ref={list} className="stages" aria-label={texts.stages}>
            {draft.stages.map((stage, index) => (
              <StageRow
                key={stage.key}
                stage={stage}
                index={index}
                count={draft.stages.length}
                error={errors[`/stages/${index}/name`]}
                isFixed={!mayWrite}
                onChange={(changes) => putStages(withStage(draft.stages, stage.key, changes))}
                onMove={move}
                onRemove={() => void remove(stage)}
              />
            ))}
          </ol>
          {isChanged && pipeline.version > draft.version && (
            <Alert color="orange" variant="light" role="status">
              {texts.changedMeanwhile}
            </Alert>
          )}
          {filled && <FilledNote filled={filled} onClose={clear} />}
          <ProblemAlert error={errorBeside(save.error, ...pointers)} />
          {mayWrite && (
            <FormButtons
              isChanged={isChanged}
              isSaving={save.isPending}
              onAdd={() => putStages([...draft.stages, newStage()])}
              onDiscard={forget}
            />
          )}
        </Stack>
      </form>
    </Section>
  );
}

/** What the User changes in a pipeline, kept until it is saved. */
function usePipelineDraft(pipeline: Pipeline) {
  const [kept, keep, forget] = useDraft<PipelineDraft | null>(`pipeline-${pipeline.uuid}`, null);
  const draft = kept ?? draftOf(pipeline);
  const isChanged = JSON.stringify(fieldsOf(draft)) !== JSON.stringify(fieldsOf(draftOf(pipeline)));
  const putStages = (stages: StageDraft[]) => keep({ ...draft, stages });
  return { draft, isChanged, keep, putStages, forget };
}

/** Explains that a stage with Deals cannot be removed, with a link to them. */
function FilledNote({ filled, onClose }: { filled: Filled; onClose: () => void }) {
  return (
    <Alert color="orange" withCloseButton closeButtonLabel="×" onClose={onClose} role="status">
      {texts.filled(filled.name, filled.count)}{' '}
      <Anchor component={Link} to="/deals" search={{ 'filter[stage_uuid]': filled.uuid } as never} size="sm">
        {texts.showFilled(filled.count)}
      </Anchor>
    </Alert>
  );
}

function FormButtons(props: {
  isChanged: boolean;
  isSaving: boolean;
  onAdd: () => void;
  onDiscard: () => void;
}) {
  const { isChanged, isSaving, onAdd, onDiscard } = props;
  return (
    <Group gap="xs">
      <Button size="compact-md" variant="default" onClick={onAdd}>
        {texts.addStage}
      </Button>
      <Button type="submit" size="compact-md" disabled={!isChanged} loading={isSaving}>
        {texts.save}
      </Button>
      {isChanged && (
        <>
          <Button size="compact-md" variant="subtle" onClick={onDiscard}>
            {texts.discard}
          </Button>
          <Badge color="orange" variant="light" tt="none">
            {texts.unsaved}
          </Badge>
        </>
      )}
    </Group>
  );
}

function Actions({ pipeline: { name }, onUp, onDown, onArchive }: Props) {
  return (
    <Group gap={4}>
      {(onUp || onDown) && <UpAndDown name={name} texts={texts} onUp={onUp} onDown={onDown} />}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.archiveOf(name)}
        disabled={!onArchive}
        title={onArchive ? undefined : texts.lastOne}
        onClick={onArchive ?? undefined}
      >
        {texts.archive}
      </Button>
    </Group>
  );
}

function useSave(pipeline: Pipeline, draft: PipelineDraft, forget: () => void) {
  const queryClient = useQueryClient();
  // Who was told of the change of somebody else may write over it.
  const [isTold, setIsTold] = useState(false);
  return useMutation({
    mutationFn: () =>
      request<{ data: Pipeline }>('PATCH', `/api/v2/pipelines/${pipeline.uuid}`, {
        body: fieldsOf(draft),
        version: isTold ? pipeline.version : draft.version,
      }),
    onSuccess: async ({ data }) => {
      // Set before the draft is cleared. Otherwise the earlier stages would show for a moment.
      queryClient.setQueryData<Pipeline[]>(['/pipelines'], (all) =>
        all?.map((one) => (one.uuid === data.uuid ? data : one)),
      );
      forget();
      notifyDone(texts.saved(data.name));
      await queryClient.invalidateQueries({ queryKey: ['/deals'] });
    },
    // Reads the pipeline again, because somebody else may have changed it. The next try then uses
    // its new version.
    onError: (refusal) => {
      setIsTold(isMismatch(refusal));
      void queryClient.invalidateQueries({ queryKey: ['/pipelines'] });
    },
  });
}

type Filled = { uuid: string; name: string; count: number };

/** Removes a stage, unless it has Deals. Then `filled` holds the stage and their number. */
function useRemoval({ account_uuid }: Pipeline, drop: (key: string) => void) {
  const [filled, setFilled] = useState<Filled | null>(null);
  const remove = async ({ key, uuid, name }: StageDraft) => {
    setFilled(null);
    if (uuid === undefined) return drop(key);
    const parameters = { account_uuid, 'filter[stage_uuid]': uuid, limit: 1, include: 'total' };
    try {
      const { total } = await request<{ total: number }>('GET', withQuery('/api/v2/deals', parameters));
      if (total === 0) drop(key);
      else setFilled({ uuid, name, count: total });
    } catch (refusal) {
      notifyProblem(refusal);
    }
  };
  return { filled, remove, clear: () => setFilled(null) };
}

/** Moves a stage. The focused element keeps the focus at its new place. */
function useMove(stages: StageDraft[], put: (stages: StageDraft[]) => void) {
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    focused.current?.focus();
    focused.current = null;
  }, [stages]);
  const move = (from: number, to: number) => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && list.current?.contains(active)) focused.current = active;
    put(moved(stages, from, to));
  };
  return { list, move };
}

import type { Pipeline, Stage } from '@rapport/contract/records/pipelines';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readsAll } from '../api/queries.ts';
import type { Changes, RecordData } from '../fields/data.ts';

const NONE: Pipeline[] = [];

/** Reads the pipelines of all Accounts, in their order, including archived ones. */
export function usePipelines(): {
  pipelines: Pipeline[];
  error: unknown;
  isPending: boolean;
  refetch: () => void;
} {
  const {
    data = NONE,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...readsAll<Pipeline>(['/pipelines'], '/api/v2/pipelines?sort=position'),
    staleTime: 60_000,
    select: inOrder,
  });
  return { pipelines: data, error, isPending, refetch };
}

/**
 * Returns pipelines as the service orders their stages: those without a position last. The list of
 * the API has them first.
 */
export function inOrder(pipelines: Pipeline[]): Pipeline[] {
  const place = ({ position }: Pipeline) => position ?? Number.MAX_SAFE_INTEGER;
  return pipelines.toSorted((a, b) => place(a) - place(b));
}

/** Returns the values with which a Deal begins in this pipeline: its first stage. */
export function firstIn(pipeline: Pipeline): Changes | undefined {
  const [stage] = pipeline.stages;
  return stage && { account_uuid: pipeline.account_uuid, stage_uuid: stage.uuid };
}

/** Returns the values with which a Deal begins in a list that shows one pipeline or one stage. */
export function useFirstInList(search: Record<string, string | undefined>): Changes | undefined {
  const { pipelines } = usePipelines();
  const [pipeline_uuid, stage_uuid] = [search['filter[pipeline_uuid]'], search['filter[stage_uuid]']];
  return useMemo(() => {
    const used = pipelines.filter(({ archived_at }) => archived_at === null);
    const holder = used.find(({ stages }) => stages.some(({ uuid }) => uuid === stage_uuid));
    if (holder) return { account_uuid: holder.account_uuid, stage_uuid };
    const shown = used.find(({ uuid }) => uuid === pipeline_uuid);
    return shown && firstIn(shown);
  }, [pipelines, pipeline_uuid, stage_uuid]);
}

/** Returns the names of stages and pipelines, by uuid. */
export function useStageNames(): Record<string, string> {
  const { pipelines } = usePipelines();
  return useMemo(
    () => Object.fromEntries(pipelines.flatMap((pipeline) => [pipeline, ...pipeline.stages]).map(named)),
    [pipelines],
  );
}

/**
 * Returns all stages in their order, including those of archived pipelines, which may have Deals.
 */
export function useStageGroups(account_uuid: string | undefined): Record<string, string> {
  const { pipelines } = usePipelines();
  return useMemo(() => {
    const own = pipelines.filter((one) => account_uuid === undefined || one.account_uuid === account_uuid);
    return stagesOf(own);
  }, [pipelines, account_uuid]);
}

/**
 * Returns the stages that a Deal can move to: those of its Account, or all stages without one, as
 * in a filter.
 */
export function useStageChoices(record: RecordData): Record<string, Record<string, string>> {
  const { pipelines } = usePipelines();
  return useMemo(() => {
    const own = pipelines.filter(
      ({ account_uuid, archived_at }) =>
        (record.account_uuid ?? account_uuid) === account_uuid && archived_at === null,
    );
    return { stage_uuid: stagesOf(own), pipeline_uuid: Object.fromEntries(own.map(named)) };
  }, [pipelines, record.account_uuid]);
}

/** Returns the names of stages by uuid. With several pipelines a name includes its pipeline. */
function stagesOf(pipelines: Pipeline[]): Record<string, string> {
  const stages = pipelines.flatMap((pipeline) =>
    pipeline.stages.map(({ uuid, name }) => [
      uuid,
      pipelines.length > 1 ? `${pipeline.name}: ${name}` : name,
    ]),
  );
  return Object.fromEntries(stages);
}

function named({ uuid, name }: Pipeline | Stage): [string, string] {
  return [uuid, name];
}

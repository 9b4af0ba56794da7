import type { ImportPlan } from '@rapport/contract/imports';
import type { Caller } from '../access/caller.ts';
import { addStages, listNamedStages, type NamedStage } from '../crm/pipelines/stages.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Problem } from '../platform/problem.ts';
import type { RecordsCore } from '../records/kind.ts';
import { readEnding } from './cells/words.ts';
import { STAGE_SIGN } from './complete.ts';

type Meant = Record<string, string | null>;

/**
 * What the stages of files mean: a stage here, `create`, or how the deal ended. A pipeline of the
 * source stays one: its stages are those of the pipeline with its name, or all of one other
 * pipeline, or new.
 */
export function stagesMeant(words: string[], stages: NamedStage[]): Meant {
  const meant: Meant = {};
  for (const [pipeline, own] of Map.groupBy(words, pipelineIn)) {
    const open = own.filter((word) => readEnding(stageIn(word)) === null);
    const candidates = candidatesFor(pipeline, open, stages);
    for (const word of own) {
      const found = candidates.find((stage) => stage.uuid === word || isCalled(stage.name, stageIn(word)));
      meant[word] = readEnding(stageIn(word)) ?? found?.uuid ?? 'create';
    }
  }
  return meant;
}

function candidatesFor(pipeline: string | null, words: string[], stages: NamedStage[]): NamedStage[] {
  if (pipeline === null) return stages;
  const byPipeline = [...Map.groupBy(stages, ({ pipeline_uuid }) => pipeline_uuid).values()];
  const named = byPipeline.find(([first]) => isCalled(first!.pipeline, pipeline));
  const hasAll = (own: NamedStage[]) =>
    words.every((word) => own.some(({ name }) => isCalled(name, stageIn(word))));
  return named ?? (words.length > 0 ? byPipeline.find(hasAll) : undefined) ?? [];
}

/** The pipelines of the source that a start creates although all of their deals have ended. */
export function pipelinesOfEnded(meant: Meant, stages: NamedStage[]): string[] {
  const missing = [...Map.groupBy(Object.keys(meant), pipelineIn)].filter(
    ([pipeline, words]) =>
      pipeline !== null &&
      words.every((word) => meant[word] === 'won' || meant[word] === 'lost') &&
      !stages.some((stage) => isCalled(stage.pipeline, pipeline)),
  );
  return missing.map(([pipeline]) => pipeline!);
}

/** Creates the stages and pipelines that a plan wants, and puts the stages into it. */
export async function withStages(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  account_uuid: string,
  plan: ImportPlan,
): Promise<ImportPlan | Problem> {
  const meant = plan.values.stage ?? {};
  const wanted = Object.keys(meant).filter((word) => meant[word] === 'create');
  const ended = pipelinesOfEnded(meant, await listNamedStages(tx, account_uuid));
  const byPipeline = Map.groupBy(wanted, pipelineIn);
  for (const pipeline of ended) byPipeline.set(pipeline, []);
  for (const [pipeline, words] of byPipeline) {
    const names = [...new Set(words.map(stageIn))];
    const refusal = await addStages({ ...core, db: tx }, caller, account_uuid, pipeline, names);
    if (refusal) return refusal;
  }
  const made = stagesMeant(wanted, await listNamedStages(tx, account_uuid));
  const uuids = Object.entries(made).map(([word, uuid]) => [word, uuid === 'create' ? null : uuid]);
  return { ...plan, values: { ...plan.values, stage: { ...meant, ...Object.fromEntries(uuids) } } };
}

function pipelineIn(word: string): string | null {
  return word.includes(STAGE_SIGN) ? word.split(STAGE_SIGN)[0]! : null;
}

function stageIn(word: string): string {
  return word.split(STAGE_SIGN).at(-1)!.trim();
}

function isCalled(name: string, text: string): boolean {
  return plain(name) === plain(text);
}

function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

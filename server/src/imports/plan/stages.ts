import type { NamedStage } from '../../crm/pipelines/stages.ts';
import { readEnding } from '../read/cells/words.ts';
import { STAGE_SIGN } from '../read/stage-key.ts';

export type Meant = Record<string, string | null>;

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

export function pipelineIn(word: string): string | null {
  return word.includes(STAGE_SIGN) ? word.split(STAGE_SIGN)[0]! : null;
}

export function stageIn(word: string): string {
  return word.split(STAGE_SIGN).at(-1)!.trim();
}

function isCalled(name: string, text: string): boolean {
  return plain(name) === plain(text);
}

function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

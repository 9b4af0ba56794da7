import type { ImportPlan } from '@rapport/contract/imports';
import { wordsOf } from '../read/analysis.ts';
import type { KeptFile } from '../read/kept-file.ts';
import { PRESETS } from '../read/presets/all.ts';
import { pipelineIn, stageIn } from './stages.ts';

/**
 * The stages of files in the order in which deals pass through them: as their source has them at
 * first where all of a pipeline are such, else by how likely deals in them are won where the files
 * say it of all, else as they come in the files, of which those of the source are put in order.
 */
export function stagesInOrder(words: string[], files: KeptFile[], plan: ImportPlan): string[] {
  const known = files.flatMap(({ columns, stage_keys }, index) => {
    const planned = plan.files[index]!;
    const at = planned.columns.findIndex(({ to }) => to === 'stage_uuid');
    if (planned.resource !== 'deal' || at === -1) return [];
    const hasPipeline = planned.columns.some(({ to }) => to === 'pipeline');
    return (hasPipeline ? stage_keys : null) ?? wordsOf(columns[at]!);
  });
  const place = placesOf(known);
  const sorted = by(words, (word) => place.get(word) ?? place.size);
  const odds = new Map(files.flatMap(({ stage_odds }) => Object.entries(stage_odds ?? {})));
  const usual = usualStages(files, plan);
  const usualPlace = (word: string) => usual.get(plain(stageIn(word)));
  return [...Map.groupBy(sorted, pipelineIn).values()].flatMap((own) => {
    const ofSource = by(
      own.filter((word) => usualPlace(word) !== undefined),
      (word) => usualPlace(word)!,
    );
    const isOfSource = ofSource.length === own.length;
    const filled = own.map((word) => (usualPlace(word) === undefined ? word : ofSource.shift()!));
    return !isOfSource && own.every((word) => odds.has(word))
      ? by(filled, (word) => odds.get(word)!)
      : filled;
  });
}

/** The places of the stages that the sources of the deals have at first. */
function usualStages(files: KeptFile[], plan: ImportPlan): Map<string, number> {
  const sources = new Set(
    files.flatMap(({ preset }, index) => (plan.files[index]!.resource === 'deal' ? [preset] : [])),
  );
  const presets = PRESETS.filter(({ key }) => sources.has(key));
  return placesOf(presets.flatMap(({ stages = [] }) => stages.map(plain)));
}

function placesOf(words: string[]): Map<string, number> {
  return new Map([...new Set(words)].map((word, index) => [word, index]));
}

function by(words: string[], rankOf: (word: string) => number): string[] {
  return words.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** `Proposal/Price Quote` and `qualifiedtobuy` in one spelling. */
function plain(stage: string): string {
  return stage.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

import type { Pipeline, StageInput } from '@rapport/contract/records/pipelines';
import { numberFrom } from '../fields/values/number-faults.ts';
import { toTyped } from '../fields/values/numbers.ts';

/** A stage in the editor. `key` identifies a stage that has no uuid from the service yet. */
export type StageDraft = {
  key: string;
  uuid?: string;
  name: string;
  /** As typed, which need not be a number yet. */
  probability: string;
  rot_days: string;
};

/** `version` is that of the pipeline when its editing began. */
export type PipelineDraft = { version: number; name: string; stages: StageDraft[] };

export function draftOf({ version, name, stages }: Pipeline): PipelineDraft {
  return {
    version,
    name,
    stages: stages.map(({ uuid, name, probability, rot_days }) => ({
      key: uuid,
      uuid,
      name,
      probability: toTyped(probability),
      rot_days: toTyped(rot_days),
    })),
  };
}

/** Returns an empty stage, which gets its uuid from the service. */
export function newStage(): StageDraft {
  return { key: crypto.randomUUID(), name: '', probability: '', rot_days: '' };
}

/** Returns the draft in the form of the API. */
export function fieldsOf({ name, stages }: Omit<PipelineDraft, 'version'>): {
  name: string;
  stages: StageInput[];
} {
  return {
    name: name.trim(),
    stages: stages.map(({ uuid, name, probability, rot_days }) => ({
      ...(uuid && { uuid }),
      name: name.trim(),
      probability: wholeNumber(probability),
      rot_days: wholeNumber(rot_days),
    })),
  };
}

/** Returns the typed number. Text that is none stays as it is, and the service refuses it. */
function wholeNumber(typed: string): number | null {
  const number = numberFrom(typed);
  return number === null ? ((typed.trim() || null) as null) : Number(number);
}

/** Returns the stages with changes to the one with this key. */
export function withStage(stages: StageDraft[], key: string, changes: Partial<StageDraft>): StageDraft[] {
  return stages.map((stage) => (stage.key === key ? { ...stage, ...changes } : stage));
}

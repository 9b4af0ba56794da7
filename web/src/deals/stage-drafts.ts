import type { Pipeline, StageInput } from '@rapport/contract/records/pipelines';

/**
 * A stage as it is typed; `key` tells it from the others before the service has given it a uuid.
 */
export type StageDraft = {
  key: string;
  uuid?: string;
  name: string;
  probability: number | string;
  rot_days: number | string;
};

export type PipelineDraft = { name: string; stages: StageDraft[] };

export function draftOf({ name, stages }: Pipeline): PipelineDraft {
  return {
    name,
    stages: stages.map(({ uuid, name, probability, rot_days }) => ({
      key: uuid,
      uuid,
      name,
      probability: probability ?? '',
      rot_days: rot_days ?? '',
    })),
  };
}

/** The draft in the form of the API. */
export function fieldsOf({ name, stages }: PipelineDraft): { name: string; stages: StageInput[] } {
  return {
    name: name.trim(),
    stages: stages.map(({ uuid, name, probability, rot_days }) => ({
      ...(uuid && { uuid }),
      name: name.trim(),
      probability: probability === '' ? null : Number(probability),
      rot_days: rot_days === '' ? null : Number(rot_days),
    })),
  };
}

/** The stages with the one at `from` moved to `to`. */
export function moved<T>(stages: T[], from: number, to: number): T[] {
  if (to < 0 || to >= stages.length) return stages;
  const others = stages.filter((_, index) => index !== from);
  return [...others.slice(0, to), stages[from]!, ...others.slice(to)];
}

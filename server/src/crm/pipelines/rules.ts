import type { FieldError } from '@rapport/contract/problems';
import type { Pipeline, Stage, StageInput } from '@rapport/contract/records/pipelines';
import { newUuid } from '../../platform/ids.ts';
import { fault } from '../../records/fault.ts';
import type { Revision, Writing } from '../../records/kind.ts';

/** The stages of a pipeline created without any, and of the first pipeline of an Account. */
const FIRST_STAGES: StageInput[] = [
  { name: 'Lead', probability: 10, rot_days: 30 },
  { name: 'Contacted', probability: 20, rot_days: 30 },
  { name: 'Offer', probability: 50, rot_days: 30 },
  { name: 'Negotiation', probability: 75, rot_days: 30 },
];

/** Completes a pipeline: every stage gets all its fields, and a new one a uuid. */
export function completePipeline(
  { before, record }: Revision<Pipeline>,
  _given: Partial<Pipeline>,
  { now }: Writing,
): Pipeline {
  const given: StageInput[] = before === null && record.stages.length === 0 ? FIRST_STAGES : record.stages;
  return { ...record, stages: given.map((stage) => asStage(stage, now)) };
}

function asStage({ uuid, name, probability = null, rot_days = null }: StageInput, now: string): Stage {
  return { uuid: uuid?.toLowerCase() ?? newUuid(new Date(now)), name, probability, rot_days };
}

/**
 * Faults of a pipeline beyond those that all kinds share: stages of another pipeline, and a stage
 * given twice.
 */
export function pipelineFaults({ record, before, given }: Revision<Pipeline>): FieldError[] {
  const known = new Set(before?.stages.map(({ uuid }) => uuid));
  const named = ((given as { stages?: StageInput[] } | undefined)?.stages ?? []).map(({ uuid }) =>
    uuid?.toLowerCase(),
  );
  return record.stages.flatMap(({ name }, index) => {
    const uuid = named[index];
    const pointer = `/stages/${index}`;
    if (uuid !== undefined && !known.has(uuid)) {
      return [
        fault(
          `${pointer}/uuid`,
          'not_found',
          'must be a stage of this pipeline. Leave it out for a new stage.',
        ),
      ];
    }
    if (uuid !== undefined && named.indexOf(uuid) < index) {
      return [fault(`${pointer}/uuid`, 'not_unique', 'is named twice. Name each stage once.')];
    }
    return name.trim() === '' ? [fault(`${pointer}/name`, 'required', 'is missing.')] : [];
  });
}

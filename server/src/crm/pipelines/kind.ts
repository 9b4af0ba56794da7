import { PIPELINE, type Pipeline } from '@rapport/contract/records/pipelines';
import type { RecordKind } from '../../records/kind.ts';
import { refuseFilled, STAGES_OF_PIPELINE, writeStages } from './queries.ts';
import { completePipeline, pipelineFaults } from './rules.ts';

/** Pipelines with their stages, through which Deals go. */
export const pipelines: RecordKind<Pipeline> = {
  definition: PIPELINE,
  table: 'pipelines',
  holds: { stage: { table: 'stages', name: 'name' } },
  parts: { stages: { select: STAGES_OF_PIPELINE, write: writeStages } },
  complete: completePipeline,
  faults: pipelineFaults,
  refuse: refuseFilled,
};

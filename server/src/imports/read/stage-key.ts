/** Sign between a pipeline and its stage, where a file has both. */
export const STAGE_SIGN = ' › ';

/** The words by which `values.stage` of a plan knows a stage. */
export function stageKey(pipeline: string | undefined, stage: string): string {
  return pipeline ? `${pipeline}${STAGE_SIGN}${stage}` : stage;
}

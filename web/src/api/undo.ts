import type { ChangeInFull, KeptValue, UndoResult, UndoStarted } from '@rapport/contract/changes';
import { type Progress, whenEnded } from './jobs.ts';
import { get, requestChange, withQuery } from './request.ts';

/** What came of taking changes back: of all of them together. */
export type TakenBack = Pick<UndoResult, 'undone' | 'kept_count'> & {
  kept: KeptValue[];
  /** The undos that changed something. They are changes themselves. */
  undos: string[];
  /** True when one of them was stopped half-way. */
  isStopped: boolean;
};

/**
 * Takes changes back, one after the other, and waits for those that a job takes back. The same
 * `key` for the same intention: a repeated call after a lost answer takes nothing back twice.
 */
export async function takeBack(
  change_uuids: string[],
  key: string,
  onProgress: (progress: Progress) => void,
  account_uuid?: string,
): Promise<TakenBack> {
  const sum: TakenBack = { undone: 0, kept: [], kept_count: 0, undos: [], isStopped: false };
  for (const uuid of change_uuids) {
    const { answer } = await requestChange<{ data: UndoResult | UndoStarted }>(
      'POST',
      `/api/v2/changes/${uuid}/undo`,
      { body: { account_uuid }, idempotency_key: `${key}.${uuid}` },
    );
    const { data } = answer;
    const result = 'job_uuid' in data ? await finished(data.job_uuid, onProgress) : data;
    sum.undone += result.undone;
    sum.kept_count += result.kept_count;
    sum.kept.push(...result.kept);
    if (result.undone > 0) sum.undos.push(data.change_uuid!);
    if ('isStopped' in result) sum.isStopped = true;
  }
  return sum;
}

type Result = Pick<UndoResult, 'undone' | 'kept' | 'kept_count'>;

async function finished(
  job_uuid: string,
  onProgress: (progress: Progress) => void,
): Promise<Result | (Result & { isStopped: true })> {
  const job = await whenEnded(job_uuid, onProgress);
  if (job.state === 'completed') return job.result as unknown as Result;
  return { undone: job.done_count, kept: [], kept_count: 0, isStopped: true };
}

/** Reads a change, with what came of it if it is an undo. */
export function getChange(
  uuid: string,
  account_uuid: string | undefined,
  signal: AbortSignal,
): Promise<ChangeInFull> {
  return get<ChangeInFull>(withQuery(`/api/v2/changes/${uuid}`, { account_uuid }), signal);
}

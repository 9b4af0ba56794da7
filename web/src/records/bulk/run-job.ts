import type { BatchResult } from '@rapport/contract/records/batches';
import { ApiProblem, isCalledOff, requestChange } from '../../api/request.ts';
import type { RecordData } from '../data.ts';
import { apiPath, type RecordView } from '../view.ts';
import { isWhole, type Job } from './job.ts';

export type Ended = {
  job: Job;
  /** The records as the API answered them. Null: deleted. */
  changed: Map<string, RecordData | null>;
  refusals: ApiProblem[];
  /**
   * The error that interrupted the job, such as a lost connection. Null if it ended or was stopped.
   */
  broken: unknown;
};

/** Continues a job until it ends or is stopped. */
export async function runJob(
  view: RecordView,
  job: Job,
  onReached: (job: Job) => void,
  signal: AbortSignal,
): Promise<Ended> {
  const ended: Ended = { job, changed: new Map(), refusals: [], broken: null };
  while (!isWhole(ended.job) && !signal.aborted) {
    const sent = await sendPortion(view, ended.job, signal).catch((error: unknown) => {
      if (!isCalledOff(error)) ended.broken = error;
    });
    if (!sent) break;
    const { outcomes, changes } = sent;
    const versions = outcomes.map(({ uuid, status, data, problem }) => {
      if (problem) {
        ended.refusals.push(new ApiProblem(status, problem as never));
        return null;
      }
      ended.changed.set(uuid!, data as RecordData | null);
      return (data as RecordData | null)?.version ?? 0;
    });
    ended.job = { ...ended.job, reached: [...ended.job.reached, versions], changes };
    onReached(ended.job);
  }
  return ended;
}

type Outcomes = Pick<BatchResult['outcomes'][number], 'uuid' | 'status' | 'data' | 'problem'>[];

/**
 * Sends the next portion, as a part of the change of its Account. A refusal of the whole portion
 * counts for each of its records.
 */
async function sendPortion(
  view: RecordView,
  job: Job,
  signal: AbortSignal,
): Promise<{ outcomes: Outcomes; changes: Job['changes'] }> {
  const index = job.reached.length;
  const portion = job.portions[index]!;
  const { changes } = job;
  const change_uuid = changes[portion.account_uuid];
  const options = { body: portion, idempotency_key: `${job.id}.${index}`, change_uuid, signal };
  try {
    const sent = await requestChange<{ data: BatchResult }>('POST', `${apiPath(view)}/batch`, options);
    return {
      outcomes: sent.answer.data.outcomes,
      changes: { [portion.account_uuid]: sent.change_uuid, ...changes },
    };
  } catch (error) {
    if (!(error instanceof ApiProblem) || !isFinal(error)) throw error;
    const { status, code, message, errors } = error;
    const problem = { code: code ?? 'internal_error', detail: message, errors };
    const outcomes = portion.operations.map(({ uuid }) => ({
      uuid: uuid!,
      status,
      data: null,
      problem: problem as never,
    }));
    return { outcomes, changes };
  }
}

/** True when a repeated request would get the same refusal. */
function isFinal({ status, code }: ApiProblem): boolean {
  return status >= 400 && status < 500 && status !== 429 && code !== 'idempotency_key_running';
}

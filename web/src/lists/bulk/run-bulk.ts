import type { BatchResult } from '@rapport/contract/records/batches';
import { ApiProblem, isCalledOff, requestChange } from '../../api/request.ts';
import type { RecordData } from '../../fields/data.ts';
import { apiPath, type RecordView } from '../../fields/view.ts';
import { type Bulk, isWhole } from './bulk.ts';

export type Ended = {
  bulk: Bulk;
  /** The records as the API answered them. Null: deleted. */
  changed: Map<string, RecordData | null>;
  refusals: ApiProblem[];
  /**
   * The error that interrupted the bulk change, such as a lost connection. Null if it ended or was
   * stopped.
   */
  broken: unknown;
};

/** Continues a bulk change until it ends or is stopped. */
export async function runBulk(
  view: RecordView,
  bulk: Bulk,
  onReached: (bulk: Bulk) => void,
  signal: AbortSignal,
): Promise<Ended> {
  const ended: Ended = { bulk, changed: new Map(), refusals: [], broken: null };
  while (!isWhole(ended.bulk) && !signal.aborted) {
    const sent = await sendPortion(view, ended.bulk, signal).catch((error: unknown) => {
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
    ended.bulk = { ...ended.bulk, reached: [...ended.bulk.reached, versions], changes };
    onReached(ended.bulk);
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
  bulk: Bulk,
  signal: AbortSignal,
): Promise<{ outcomes: Outcomes; changes: Bulk['changes'] }> {
  const index = bulk.reached.length;
  const portion = bulk.portions[index]!;
  const { changes } = bulk;
  const change_uuid = changes[portion.account_uuid];
  const options = { body: portion, idempotency_key: `${bulk.id}.${index}`, change_uuid, signal };
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

/** A job that is due, as far as the choice among them goes. */
export type DueJob = {
  uuid: string;
  type: string;
  owner_uuid: string;
  /** The place among the due jobs of its owner, from 1. */
  place: number;
  /** ISO 8601. */
  due_at: string;
};

/** The pauses of a type that names none: 25 minutes in all. */
export const RETRIES_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_200_000] as const;

/**
 * Chooses which due jobs are begun: those of the owners that were served longest ago, each with one
 * before any with a second. So an Account with a thousand jobs delays the only job of another by
 * one turn. `room` tells how many of a job's sort fit in beside those under way.
 */
export function chooseTurns<Due extends DueJob>(
  due: Due[],
  served: ReadonlyMap<string, number>,
  room: (job: Due) => { left: number },
): Due[] {
  const rank = ({ owner_uuid }: DueJob) => served.get(owner_uuid) ?? 0;
  const inTurn = due.toSorted(
    (a, b) => a.place - b.place || rank(a) - rank(b) || Date.parse(a.due_at) - Date.parse(b.due_at),
  );
  return inTurn.filter((job) => {
    const lane = room(job);
    if (lane.left <= 0) return false;
    lane.left -= 1;
    return true;
  });
}

/** When a step is tried again that has failed so often; null: never. */
export function retryAt(
  failures: number,
  now: Date,
  retries_ms: readonly number[] = RETRIES_MS,
): Date | null {
  const pause_ms = retries_ms[failures - 1];
  return pause_ms === undefined ? null : new Date(now.getTime() + pause_ms);
}

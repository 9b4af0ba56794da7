import type { Job } from '@rapport/contract/jobs';
import type { BulkRequest, BulkResult, BulkStarted } from '@rapport/contract/records/bulk';
import { useSyncExternalStore } from 'react';
import { whenEnded } from '../../api/jobs.ts';
import { queryClient } from '../../api/query-client.ts';
import { ApiProblem, request, requestChange, withQuery } from '../../api/request.ts';
import { readAfterMany } from '../../fields/cached-lists.ts';
import type { RecordData } from '../../fields/data.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { changedBy } from '../../fields/undo/read-after-undo.ts';
import { apiPath, type RecordView } from '../../fields/view.ts';
import { sayOf } from '../../layout/draft.ts';
import { notifyProblem, notifyProblems } from '../../layout/notify.ts';
import { problems } from '../../texts/problems.ts';
import { records as texts } from '../../texts/records.ts';
import type { Whole } from '../selection.ts';

/** What is done to each record. */
export type Act = Pick<BulkRequest, 'action' | 'data' | 'add_tags' | 'remove_tags'>;

/**
 * A bulk change at work, whose jobs are in the service: of each Account, and of so many records.
 * The page only follows it. `isReading` while lists are read after its end: their rows are old.
 */
export type AtWork = { job_uuids: string[]; done: number; all: number; isReading: boolean };

/** The bulk change at work of each kind. It is followed on whichever page. */
const atWork = new Map<string, AtWork>();
const listeners = new Set<() => void>();

function show({ resource }: RecordView, work: AtWork | null): void {
  if (work) atWork.set(resource, work);
  else atWork.delete(resource);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAtWork({ resource }: RecordView): AtWork | null {
  return useSyncExternalStore(subscribe, () => atWork.get(resource) ?? null);
}

/** What came of a bulk change: the records that were left alone, and whether that is all of it. */
export type Ended = { kept: string[]; isWhole: boolean };

/** What a bulk change is about: these records, or all of a list but those of `except`. */
export type Chosen = { records: RecordData[]; whole: Whole | null; except: string[]; count: number };

/** The API's limit for one request. */
const NAMED_MAX = 5000;

/**
 * Has the service do something to these records, and follows it. `onBegun` is called once it needs
 * the page no longer. Null for a second click.
 */
export async function runBulk(
  view: RecordView,
  chosen: Chosen,
  act: Act,
  onBegun: () => void,
): Promise<Ended | null> {
  if (atWork.has(view.resource)) return null;
  show(view, { job_uuids: [], done: 0, all: chosen.count, isReading: false });
  const parts = chosen.whole ? partsOfList(chosen.whole, chosen.except) : partsOfNamed(chosen.records);
  const begun: BulkStarted[] = [];
  try {
    for (const part of parts) begun.push(await begin(view, { ...part, ...act }, begun));
    onBegun();
  } catch (error) {
    await sayNotBegun(view, error, chosen, onBegun);
  }
  const all = begun.reduce((sum, { total_count }) => sum + total_count, 0);
  const ended = await follow(
    view,
    begun.map(({ job_uuid }) => job_uuid),
    all,
  );
  return { ...ended, isWhole: ended.isWhole && begun.length === parts.length };
}

type Part = Pick<BulkRequest, 'account_uuid' | 'records' | 'query' | 'count' | 'except'>;

/** A list is asked for with the number of records that the User saw in it. */
function partsOfList({ parts }: Whole, except: string[]): Part[] {
  return parts.map(({ account_uuid, query, count }) => ({
    account_uuid,
    query: withQuery('', query).slice(1),
    count,
    except,
  }));
}

/** Splits the records by Account, because a change is in one, and by the limit of a request. */
function partsOfNamed(records: RecordData[]): Part[] {
  const byAccount = Object.entries(Object.groupBy(records, ({ account_uuid }) => account_uuid));
  return byAccount.flatMap(([account_uuid, some = []]) =>
    Array.from({ length: Math.ceil(some.length / NAMED_MAX) }, (_, index) => ({
      account_uuid,
      records: some
        .slice(index * NAMED_MAX, (index + 1) * NAMED_MAX)
        .map(({ uuid, version }) => ({ uuid, version })),
    })),
  );
}

/** Begins a part, in the change of the parts of the same Account. */
async function begin(view: RecordView, body: Part & Act, begun: BulkStarted[]): Promise<BulkStarted> {
  const same = begun.find((one) => one.account_uuid === body.account_uuid);
  const { answer } = await requestChange<{ data: BulkStarted }>('POST', `${apiPath(view)}/bulk`, {
    body,
    idempotency_key: crypto.randomUUID(),
    change_uuid: same?.change_uuid,
  });
  return answer.data;
}

/** A list that has changed is shown as it is now, and selected anew by the User. */
async function sayNotBegun(
  view: RecordView,
  error: unknown,
  { whole, count }: Chosen,
  unselect: () => void,
): Promise<void> {
  const status = error instanceof ApiProblem ? error.status : 0;
  if (whole && status === 409) {
    unselect();
    notifyProblem(new Error(texts.listChanged));
    await readAfterMany(queryClient, view, new Map(), true);
  } else if (status >= 400 && status < 500) sayRefused(view, error as ApiProblem, count, count);
  else notifyProblem(error);
}

/** The jobs whose end was said, or will be. */
const followed = new Set<string>();

/** Follows jobs that an earlier page or another device has begun. */
export async function followBulk(view: RecordView, jobs: Job[]): Promise<Ended | null> {
  const fresh = jobs.filter(({ uuid }) => !followed.has(uuid));
  if (atWork.has(view.resource) || fresh.length === 0) return null;
  const all = fresh.reduce((sum, { total_count }) => sum + (total_count ?? 0), 0);
  return follow(
    view,
    fresh.map(({ uuid }) => uuid),
    all,
  );
}

async function follow(view: RecordView, job_uuids: string[], all: number): Promise<Ended> {
  for (const uuid of job_uuids) followed.add(uuid);
  const done = new Map<string, number>();
  const tell = (isReading: boolean) => {
    const sum = [...done.values()].reduce((one, other) => one + other, 0);
    show(view, { job_uuids, done: sum, all, isReading });
  };
  tell(false);
  try {
    const ended = job_uuids.map((uuid) =>
      whenEnded(uuid, ({ done_count }) => {
        done.set(uuid, done_count);
        tell(false);
      }),
    );
    const jobs = await Promise.all(ended);
    tell(true);
    const came = sumOf(jobs, all);
    await readAfter(view, came);
    if (jobs.length > 0) sayEnd(view, jobs, came);
    return { kept: came.kept.map(({ uuid }) => uuid), isWhole: came.done === all };
  } catch (error) {
    notifyProblem(error);
    return { kept: [], isWhole: false };
  } finally {
    show(view, null);
  }
}

type Sum = Pick<BulkResult, 'action' | 'kept' | 'kept_count'> & {
  done: number;
  all: number;
  change_uuids: string[];
};

function sumOf(jobs: Job[], all: number): Sum {
  const results = jobs.flatMap(({ result }) => (result ? [result as unknown as BulkResult] : []));
  const add = (count: (one: BulkResult) => number) => results.reduce((sum, one) => sum + count(one), 0);
  return {
    action: results[0]?.action ?? 'update',
    done: add((one) => one.changed_count + one.same_count),
    all,
    kept: results.flatMap(({ kept }) => kept),
    kept_count: add((one) => one.kept_count),
    change_uuids: [...new Set(results.map(({ change_uuid }) => change_uuid))],
  };
}

async function readAfter(view: RecordView, { done, all, change_uuids }: Sum): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['jobs'] });
  // What was left alone stays selected, in a list that keeps its rows.
  const changed = done === all ? null : await changedBy(change_uuids);
  await readAfterMany(queryClient, view, changed ?? new Map(), changed === null);
}

function sayEnd(
  view: RecordView,
  jobs: Job[],
  { action, done, all, kept, kept_count, change_uuids }: Sum,
): void {
  // Whoever sees the end here needs no notification of it.
  for (const subject_uuid of change_uuids)
    void request('POST', '/api/v2/notifications/read', { body: { subject_uuid } }).catch(() => {});
  const failed = jobs.find(({ state }) => state === 'failed');
  if (failed) {
    notifyProblem(new Error(problems.say(null, failed.detail ?? '')));
    return;
  }
  const say = action === 'delete' ? view.texts.deleted : view.texts.edited;
  if (done > 0) offerUndo(say(done), change_uuids);
  const [first] = kept;
  if (first) sayRefused(view, new ApiProblem(409, first as never), kept_count, all);
}

function sayRefused(view: RecordView, why: ApiProblem, count: number, all: number): void {
  notifyProblems(why, (said) => view.texts.refused(count, all, sayOf(texts.value, said)));
}

/** Stops the jobs. What they have changed stays so. */
export async function stopBulk({ job_uuids }: AtWork): Promise<void> {
  const stop = (uuid: string) =>
    request('POST', `/api/v2/jobs/${uuid}/cancel`).catch((error: unknown) => {
      // It has ended by itself meanwhile.
      if (!(error instanceof ApiProblem && error.code === 'job_ended')) notifyProblem(error);
    });
  await Promise.all(job_uuids.map(stop));
}

import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { sayOf } from '../../layout/draft.ts';
import { notifyProblems } from '../../layout/notify.ts';
import { records } from '../../texts/records.ts';
import { readAfterMany } from '../list.ts';
import { useMe } from '../me.ts';
import { offerUndo } from '../offer-undo.ts';
import type { Selection } from '../selection.ts';
import { useView } from '../view.ts';
import { countsOf, isWhole, type Job, rest, uuidsOf } from './job.ts';
import { asOnlyTab, forgetJob, isAtWork, keepJob, keepReached, keptJob } from './kept-job.ts';
import { type Ended, runJob } from './run-job.ts';

/**
 * The progress of a job. 'reading' while the list is read again, because its rows still have the
 * old versions.
 */
export type Progress = { tried: number; all: number } | 'reading' | null;

/** A job interrupted by a closed tab or a lost connection. `why` is the error, if it is known. */
export type BrokenOff = { job: Job; why: unknown };

/** Runs changes of many records in portions, and keeps those that were interrupted. */
export function useBulk(select: Dispatch<SetStateAction<Selection>>) {
  const { texts } = useView();
  const { go, isRunning, progress, stop, brokenOff, leave } = useRunner();

  /**
   * Runs a job. Returns true if every record was changed. The others stay selected for another try.
   */
  const goOn = async (begun: Job): Promise<boolean> => {
    const { job, refusals, broken } = await go(begun);
    const { all, done } = countsOf(job);
    // Rows that the User selected meanwhile stay selected.
    const named = new Set(uuidsOf(job));
    select((now) => new Set([...[...now].filter((uuid) => !named.has(uuid)), ...uuidsOf(rest(job))]));
    if (broken !== null) return false;
    if (done > 0) {
      const say = job.action === 'delete' ? texts.deleted : texts.edited;
      offerUndo(say(done), Object.values(job.changes));
    }
    const sayRefused = (why: string) => texts.refused(refusals.length, all, sayOf(records.value, why));
    if (refusals.length > 0) notifyProblems(refusals[0], sayRefused);
    return done === all;
  };

  const run = async (job: Job) => (isRunning() ? false : goOn(job));

  /**
   * Undoes an interrupted job. First it sends the interrupted portion again under its key, because
   * its outcome is unknown.
   */
  const takeBack = async ({ job }: BrokenOff) => {
    const next = { ...job, portions: job.portions.slice(0, job.reached.length + 1) };
    const ended = await go(next);
    if (ended.broken !== null) return;
    const { undoChanges } = await import('../undo.tsx');
    await undoChanges(Object.values(ended.job.changes));
  };

  return { run, progress, stop, brokenOff, goOn: ({ job }: BrokenOff) => goOn(job), takeBack, leave };
}

/** Returns what runs a job, its progress, and the job that was interrupted. */
function useRunner() {
  const view = useView();
  const queryClient = useQueryClient();
  const me = useMe() ?? '';
  const [progress, setProgress] = useState<Progress>(null);
  const [brokenOff, setBrokenOff] = useBrokenOff(me);
  const aborter = useRef(new AbortController());
  // Leaving the page stops the job, because another page does not show its progress.
  useEffect(() => () => aborter.current.abort(), []);
  // Refuses a second click while the dialog closes.
  const isRunning = useRef(false);
  const go = async (begun: Job): Promise<Ended> => {
    isRunning.current = true;
    aborter.current = new AbortController();
    setBrokenOff(null);
    setProgress(countsOf(begun));
    keepJob(view, me, begun);
    const reach = (job: Job) => {
      keepReached(view, me, job);
      setProgress(countsOf(job));
    };
    const ended = await asOnlyTab(begun, () => runJob(view, begun, reach, aborter.current.signal));
    if (ended.broken === null) forgetJob(view, me);
    setProgress('reading');
    await readAfterMany(queryClient, view, ended.changed, isWhole(ended.job) && ended.refusals.length === 0);
    setProgress(null);
    isRunning.current = false;
    if (ended.broken !== null) setBrokenOff({ job: ended.job, why: ended.broken });
    return ended;
  };
  const leave = () => {
    forgetJob(view, me);
    setBrokenOff(null);
  };
  const stop = () => aborter.current.abort();
  return { go, isRunning: () => isRunning.current, progress, stop, brokenOff, leave };
}

/** The unfinished job of this User in this browser, unless another tab runs it. */
function useBrokenOff(me: string) {
  const view = useView();
  const [brokenOff, setBrokenOff] = useState<BrokenOff | null>(null);
  useEffect(() => {
    const job = me === '' ? null : keptJob(view, me);
    if (job) void isAtWork(job).then((is) => is || setBrokenOff({ job, why: null }));
  }, [view, me]);
  return [brokenOff, setBrokenOff] as const;
}

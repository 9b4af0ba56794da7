import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { readAfterMany } from '../../fields/cached-lists.ts';
import { useMe } from '../../fields/me.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { useView } from '../../fields/view.ts';
import { sayOf } from '../../layout/draft.ts';
import { notifyProblems } from '../../layout/notify.ts';
import { records } from '../../texts/records.ts';
import type { Selection } from '../selection.ts';
import { type Bulk, countsOf, isWhole, rest, uuidsOf } from './bulk.ts';
import { asOnlyTab, forgetBulk, isAtWork, keepBulk, keepReached, keptBulk } from './kept-bulk.ts';
import { type Ended, runBulk } from './run-bulk.ts';

/**
 * The progress of a bulk change. 'reading' while the list is read again, because its rows still
 * have the old versions.
 */
export type Progress = { tried: number; all: number } | 'reading' | null;

/**
 * A bulk change interrupted by a closed tab or a lost connection. `why` is the error, if it is
 * known.
 */
export type BrokenOff = { bulk: Bulk; why: unknown };

/** Runs changes of many records in portions, and keeps those that were interrupted. */
export function useBulk(select: Dispatch<SetStateAction<Selection>>) {
  const { texts } = useView();
  const { go, isRunning, progress, stop, brokenOff, leave } = useRunner();

  /**
   * Runs a bulk change. Returns true if every record was changed. The others stay selected for
   * another try.
   */
  const goOn = async (begun: Bulk): Promise<boolean> => {
    const { bulk, refusals, broken } = await go(begun);
    const { all, done } = countsOf(bulk);
    // Rows that the User selected meanwhile stay selected.
    const named = new Set(uuidsOf(bulk));
    select((now) => new Set([...[...now].filter((uuid) => !named.has(uuid)), ...uuidsOf(rest(bulk))]));
    if (broken !== null) return false;
    if (done > 0) {
      const say = bulk.action === 'delete' ? texts.deleted : texts.edited;
      offerUndo(say(done), Object.values(bulk.changes));
    }
    const sayRefused = (why: string) => texts.refused(refusals.length, all, sayOf(records.value, why));
    if (refusals.length > 0) notifyProblems(refusals[0], sayRefused);
    return done === all;
  };

  const run = async (bulk: Bulk) => (isRunning() ? false : goOn(bulk));

  /**
   * Undoes an interrupted bulk change. First it sends the interrupted portion again under its key,
   * because its outcome is unknown.
   */
  const takeBack = async ({ bulk }: BrokenOff) => {
    const next = { ...bulk, portions: bulk.portions.slice(0, bulk.reached.length + 1) };
    const ended = await go(next);
    if (ended.broken !== null) return;
    const { undoChanges } = await import('../../fields/undo/undo.tsx');
    await undoChanges(Object.values(ended.bulk.changes));
  };

  return { run, progress, stop, brokenOff, goOn: ({ bulk }: BrokenOff) => goOn(bulk), takeBack, leave };
}

/** Returns what runs a bulk change, its progress, and the one that was interrupted. */
function useRunner() {
  const view = useView();
  const queryClient = useQueryClient();
  const me = useMe() ?? '';
  const [progress, setProgress] = useState<Progress>(null);
  const [brokenOff, setBrokenOff] = useBrokenOff(me);
  const aborter = useRef(new AbortController());
  // Leaving the page stops the bulk change, because another page does not show its progress.
  useEffect(() => () => aborter.current.abort(), []);
  // Refuses a second click while the dialog closes.
  const isRunning = useRef(false);
  const go = async (begun: Bulk): Promise<Ended> => {
    isRunning.current = true;
    aborter.current = new AbortController();
    setBrokenOff(null);
    setProgress(countsOf(begun));
    keepBulk(view, me, begun);
    const reach = (bulk: Bulk) => {
      keepReached(view, me, bulk);
      setProgress(countsOf(bulk));
    };
    const ended = await asOnlyTab(begun, () => runBulk(view, begun, reach, aborter.current.signal));
    if (ended.broken === null) forgetBulk(view, me);
    setProgress('reading');
    await readAfterMany(queryClient, view, ended.changed, isWhole(ended.bulk) && ended.refusals.length === 0);
    setProgress(null);
    isRunning.current = false;
    if (ended.broken !== null) setBrokenOff({ bulk: ended.bulk, why: ended.broken });
    return ended;
  };
  const leave = () => {
    forgetBulk(view, me);
    setBrokenOff(null);
  };
  const stop = () => aborter.current.abort();
  return { go, isRunning: () => isRunning.current, progress, stop, brokenOff, leave };
}

/** The unfinished bulk change of this User in this browser, unless another tab runs it. */
function useBrokenOff(me: string) {
  const view = useView();
  const [brokenOff, setBrokenOff] = useState<BrokenOff | null>(null);
  useEffect(() => {
    const bulk = me === '' ? null : keptBulk(view, me);
    if (bulk) void isAtWork(bulk).then((is) => is || setBrokenOff({ bulk, why: null }));
  }, [view, me]);
  return [brokenOff, setBrokenOff] as const;
}

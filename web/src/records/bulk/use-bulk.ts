import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { ApiProblem, request } from '../../api/request.ts';
import { sayOf } from '../../layout/draft.ts';
import { notifyDone, notifyProblems } from '../../layout/notify.ts';
import { notifyWithRetry, notifyWithUndo } from '../../layout/notify-with-button.tsx';
import { sayProblem } from '../../layout/say-problem.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { Changes, RecordData } from '../data.ts';
import type { Selection } from '../selection.ts';
import { apiPath, queryKey, type RecordView, useView } from '../view.ts';
import { forEach, type Progress } from './for-each.ts';

/** One kind of work on many records, and the work that undoes it. */
export type Work = {
  forward: (record: RecordData, signal: AbortSignal) => Promise<void>;
  backward: (record: RecordData, signal: AbortSignal) => Promise<void>;
  saysDone: (count: number) => string;
  saysUndone: (count: number) => string;
};

export function deleting(view: RecordView): Work {
  return {
    forward: async (record, signal) => {
      await request('DELETE', apiPath(view, record.uuid), { version: record.version, signal });
    },
    backward: async (record, signal) => {
      await request('POST', `${apiPath(view, record.uuid)}/restore`, { signal });
    },
    saysDone: view.texts.deleted,
    saysUndone: view.texts.restored,
  };
}

/** Sets what `fieldsOf` says; undoing sets these fields to what they were, unless the record was changed since. */
export function editing(view: RecordView, fieldsOf: (record: RecordData) => Changes): Work {
  const versions = new Map<string, number>();
  return {
    forward: async (record, signal) => {
      const { uuid, version } = record;
      const options = { body: fieldsOf(record), version, signal };
      const { data } = await request<{ data: RecordData }>('PATCH', apiPath(view, uuid), options);
      versions.set(uuid, data.version);
    },
    backward: async (record, signal) => {
      const body = Object.fromEntries(Object.keys(fieldsOf(record)).map((name) => [name, record[name]]));
      const version = versions.get(record.uuid);
      await request('PATCH', apiPath(view, record.uuid), { body, version, signal });
    },
    saysDone: view.texts.edited,
    saysUndone: view.texts.setBack,
  };
}

/** `progress` is 'reading' while the list is read again: until then its rows have the versions of before, against which nothing can be changed. */
export function useBulk(select: Dispatch<SetStateAction<Selection>>) {
  const view = useView();
  const { texts } = view;
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress | 'reading' | null>(null);
  const aborter = useRef(new AbortController());
  // Nobody would see how it ends behind another page.
  useEffect(() => () => aborter.current.abort(), []);
  // A second click comes while the dialog is still closing.
  const isRunning = useRef(false);
  const go = async (items: RecordData[], work: Work['forward']) => {
    aborter.current = new AbortController();
    setProgress({ done: 0, all: items.length });
    const { done, refusals } = await forEach(items, work, setProgress, aborter.current.signal);
    setProgress('reading');
    await queryClient.invalidateQueries({ queryKey: queryKey(view) });
    setProgress(null);
    return { done, refusals, left: items.filter((item) => !done.includes(item)) };
  };
  /** What was not undone can be tried again (the records may no longer be in the list), unless what stood against it stays. */
  const undo = async (items: RecordData[], work: Work) => {
    const { done, refusals, left } = await go(items, work.backward);
    if (done.length > 0) notifyDone(work.saysUndone(done.length));
    if (left.length === 0) return;
    if (refusals.length === left.length && refusals.every(isChangedOrGone)) {
      return notifyProblems(refusals[0], (why) => texts.notUndone(left.length, why));
    }
    const why = refusals.length > 0 ? sayProblem(refusals[0]).message : common.stopped;
    notifyWithRetry(texts.notUndone(left.length, why), () => undo(left, work));
  };
  /** True when it was done to every record. The others stay selected, for another try. */
  const run = async (items: RecordData[], work: Work) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    const { done, refusals, left } = await go(items, work.forward);
    isRunning.current = false;
    const uuids = new Set(done.map(({ uuid }) => uuid));
    select((now) => new Set([...now].filter((uuid) => !uuids.has(uuid))));
    if (done.length > 0) notifyWithUndo(work.saysDone(done.length), () => undo(done, work));
    const say = (why: string) => texts.refused(refusals.length, items.length, sayOf(records.value, why));
    if (refusals.length > 0) notifyProblems(refusals[0], say);
    return left.length === 0;
  };
  return { run, progress, stop: () => aborter.current.abort() };
}

function isChangedOrGone(refusal: unknown): boolean {
  return refusal instanceof ApiProblem && ['version_mismatch', 'not_found'].includes(refusal.code ?? '');
}

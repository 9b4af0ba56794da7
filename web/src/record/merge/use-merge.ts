import type { MergeResult } from '@rapport/contract/records/merges';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request, requestChange } from '../../api/request.ts';
import type { RecordData } from '../../fields/data.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { readAfterUndo } from '../../fields/undo/read-after-undo.ts';
import { apiPath, queryKey, titleOf, useView } from '../../fields/view.ts';
import { notifyProblem } from '../../layout/notify.ts';
import { merge as texts } from '../../texts/merge.ts';
import { type Choice, differencesOf, takeOf, withChoice } from './choices.ts';

type Result = MergeResult & { record: RecordData };

/** A merge of two records that is being decided. */
export type Merging = ReturnType<typeof useMerge>;

/**
 * Returns the state of a merge: which record stays, whose values it gets, and what would come of
 * it. `onMerged` is called after the merge, and `onUndone` after its undo.
 */
export function useMerge(
  pair: readonly [RecordData, RecordData],
  onMerged: (stays: RecordData, goes: RecordData) => void,
  onUndone?: () => void,
) {
  const view = useView();
  const [isSwapped, setIsSwapped] = useState(false);
  const [chosen, setChosen] = useState<Record<string, Choice>>({});
  const [isMerging, setIsMerging] = useState(false);
  const [isMerged, setIsMerged] = useState(false);
  const key = pair.map(({ uuid }) => uuid).join();
  // Another pair begins without choices.
  useEffect(() => {
    setIsSwapped(false);
    setIsMerged(false);
    setChosen({});
  }, [key]);
  const [into, from] = isSwapped ? [pair[1], pair[0]] : pair;
  const differences = differencesOf(view, into, from);
  const take = takeOf(differences, chosen);
  const path = `${apiPath(view, into.uuid)}/merge`;
  const body = { from_uuid: from.uuid, take };
  // Afterwards the one that goes is no longer there to be merged.
  const tried = useTrial(into, from, take, !isMerged);
  const merge = async () => {
    if (isMerging) return;
    setIsMerging(true);
    try {
      const { answer, change_uuid } = await requestChange<{ data: Result }>('POST', path, {
        body,
        idempotency_key: `merge.${into.uuid}.${into.version}.${from.uuid}.${from.version}`,
      });
      setIsMerged(true);
      onMerged(answer.data.record, from);
      offerUndo(texts.merged(titleOf(view, answer.data.record)), [change_uuid], onUndone);
      await readAfterUndo([change_uuid]);
    } catch (error) {
      notifyProblem(error);
    } finally {
      setIsMerging(false);
    }
  };
  return {
    into,
    from,
    differences,
    chosen,
    tried,
    isMerging,
    merge,
    swap: () => {
      setIsSwapped(!isSwapped);
      setChosen({});
    },
    choose: (name: string, choice: Choice) => setChosen(withChoice(differences, chosen, name, choice)),
  };
}

/** What would come of a merge. */
function useTrial(into: RecordData, from: RecordData, take: ReturnType<typeof takeOf>, enabled: boolean) {
  const view = useView();
  const body = { from_uuid: from.uuid, take, dry_run: true };
  return useQuery({
    queryKey: queryKey(view, 'merge', into.uuid, into.version, from.uuid, from.version, JSON.stringify(take)),
    queryFn: async () =>
      (await request<{ data: Result }>('POST', `${apiPath(view, into.uuid)}/merge`, { body })).data,
    enabled,
    meta: { isTrial: true },
    placeholderData: keepPreviousData,
    retry: false,
  });
}

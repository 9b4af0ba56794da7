import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDraft } from '../../layout/draft.ts';
import { useView } from '../view.ts';

/** How far down somebody was in the list. */
type Place = { top_px: number };

const TOP: Place = { top_px: 0 };

/**
 * At most this many rows are read again to return to a place. Further down a new search is faster.
 */
const READ_AGAIN_MAX = 5_000;

/** Where the list was left. */
export function useKeptPlace(): Place {
  return useDraft(`${useView().path}-place`, TOP)[0];
}

/** Keeps where the list is when its page is left. */
export function useKeepPlace(top_px: number): void {
  const [, keep] = useDraft(`${useView().path}-place`, TOP);
  const now_px = useRef(top_px);
  now_px.current = top_px;
  useEffect(() => () => keep({ top_px: now_px.current }), []);
}

/**
 * Where the list was, if a User returns by "Back" or by a link that says so; undefined on a new
 * visit.
 */
export function useLeftPlace_px(): number | undefined {
  const state = useRouterState({ select: ({ location }) => location.state as Partial<Place> });
  return useElementScrollRestoration({ id: useView().path })?.scrollY ?? state.top_px;
}

/** The row that the keyboard was at when the page was left, and in which list. */
let leftCursor = { list: '', index: -1 };

/** The row that the keyboard is at; -1: none. On return to this `list` it is the earlier one. */
export function useCursor(list: string): [number, (index: number) => void] {
  const isReturn = useLeftPlace_px() !== undefined && leftCursor.list === list;
  const [cursor, setCursor] = useState(isReturn ? leftCursor.index : -1);
  useEffect(() => {
    leftCursor = { list, index: cursor };
  }, [list, cursor]);
  return [cursor, setCursor];
}

/**
 * Scrolls the frame to where it was left. At first, perhaps only some rows are loaded: their end
 * comes into sight, which loads more, and the frame scrolls on. Anything that the User does ends
 * this: then call the returned function.
 */
export function useReturn(props: {
  frame: RefObject<HTMLElement | null>;
  left_px: number;
  rowCount: number;
  row_px: number;
  /** Whether these are the rows that the list was left with. */
  isSame: boolean;
}): () => void {
  const { frame, left_px, rowCount, row_px, isSame } = props;
  const goal_px = useRef(left_px);
  useLayoutEffect(() => {
    if (goal_px.current === 0 || rowCount === 0) return;
    const isFar = goal_px.current > Math.max(rowCount, READ_AGAIN_MAX) * row_px;
    if (isFar || !isSame) goal_px.current = 0;
    if (goal_px.current === 0) return;
    frame.current!.scrollTop = goal_px.current;
    if (frame.current!.scrollTop >= goal_px.current - 1) goal_px.current = 0;
  }, [frame, rowCount, row_px, isSame]);
  return () => {
    goal_px.current = 0;
  };
}

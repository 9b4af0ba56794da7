import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useView } from '../../fields/view.ts';
import { type Place, useKeptPlace } from '../../record/back-to-list.tsx';

/**
 * The most rows that are read again to return to a position. For more rows a new search is faster.
 */
const READ_AGAIN_MAX = 5_000;

/** Keeps the position of the list when the User leaves its page. */
export function useKeepPlace(top_px: RefObject<number>): void {
  const [, keep] = useKeptPlace();
  useEffect(() => () => keep({ top_px: top_px.current }), []);
}

/**
 * Returns the previous position if the User returns by "Back" or by a link to it. Undefined on a
 * new visit.
 */
export function useLeftPlace_px(): number | undefined {
  const state = useRouterState({ select: ({ location }) => location.state as Partial<Place> });
  return useElementScrollRestoration({ id: useView().path })?.scrollY ?? state.top_px;
}

/** The row at the cursor when the page was left, and its list. */
let leftCursor = { list: '', index: -1 };

/**
 * Returns the row at the cursor, or -1, and a function to move it. On return to the same `list` it
 * is the previous row.
 */
export function useCursor(list: string): [number, (index: number) => void] {
  const isReturn = useLeftPlace_px() !== undefined && leftCursor.list === list;
  const [cursor, setCursor] = useState(isReturn ? leftCursor.index : -1);
  useEffect(() => {
    leftCursor = { list, index: cursor };
  }, [list, cursor]);
  return [cursor, setCursor];
}

/**
 * Scrolls the frame to the previous position. If not enough rows are loaded, it scrolls to their
 * end, which loads more, and then scrolls on. The returned function ends this. It is called at any
 * action of the User.
 */
export function useReturn(props: {
  frame: RefObject<HTMLElement | null>;
  left_px: number;
  rowCount: number;
  row_px: number;
  /** False while the rows of an earlier search are shown. */
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

import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A part of a page waits at most this long for what it would otherwise jump by. */
const PATIENCE_MS = 1_500;

/**
 * Returns true once no first reading is under way, and from then on. Parts whose height follows
 * from several answers are drawn then, so that none of them moves another.
 */
export function useSettled(): boolean {
  const waiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (isSettled) return;
    // A name that is found leads to no further reading in the same moment.
    const timer = setTimeout(() => setIsSettled(true), waiting > 0 ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [waiting, isSettled]);
  return isSettled;
}

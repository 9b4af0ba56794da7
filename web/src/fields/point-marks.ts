import { createContext, useContext } from 'react';

const PointMarks = createContext<(value: string) => string | null>(() => null);

/** Says of addresses of a record inside what one must know, such as that mail does not arrive. */
export const PointMarksProvider = PointMarks.Provider;

/** Returns what is to be known of an address; null: nothing. */
export function usePointMark(value: string): string | null {
  return useContext(PointMarks)(value);
}

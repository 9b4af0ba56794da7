import { createContext, useContext } from 'react';

/** The records of a kind that are meant before others, such as the people of a Client. */
export type Near = {
  /** The parameters of their list. */
  query: Record<string, string>;
  /** The field that tells them apart, such as what they do. */
  hint: string;
};

const NearContext = createContext<{ [resource: string]: Near | undefined }>({});

/** Tells the inputs inside which records to offer first, by kind. */
export const NearProvider = NearContext.Provider;

/** Returns the records of a kind to offer first; undefined where none are nearer than others. */
export function useNear(resource: string): Near | undefined {
  return useContext(NearContext)[resource];
}

import { AsyncLocalStorage } from 'node:async_hooks';

const WITHIN = new AsyncLocalStorage<true>();

/**
 * Runs work of `/mcp`: what it asks of this service in process counts as asked there. No request
 * from outside can say so of itself.
 */
export function throughMcp<T>(work: () => Promise<T>): Promise<T> {
  return WITHIN.run(true, work);
}

/** True for what is asked at `/mcp`. */
export function isThroughMcp(): boolean {
  return WITHIN.getStore() === true;
}

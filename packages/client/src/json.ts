import type { Answer } from './transport.ts';

/** The record in an answer. */
export async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
  return ((await answer).json as { data: T }).data;
}

/** A body with the header of its kind; neither for undefined. */
export function json(body: unknown): { body?: string; headers?: Record<string, string> } {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

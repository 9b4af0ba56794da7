import type { Answer } from './transport.ts';

/** The record in an answer. */
export async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
  return ((await answer).json as { data: T }).data;
}

/** A body and what says its kind; nothing when there is none. */
export function json(body: unknown): { body?: string; headers?: Record<string, string> } {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

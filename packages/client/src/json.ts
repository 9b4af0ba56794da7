import type { Answer } from './transport.ts';

/** Returns the record in an answer. */
export async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
  return ((await answer).json as { data: T }).data;
}

/** Returns a JSON body with its content type, or neither when the body is undefined. */
export function json(body: unknown): { body?: string; headers?: Record<string, string> } {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

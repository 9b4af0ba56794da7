import { Problem } from '../platform/problem.ts';
import { StartProblem } from '../platform/start-problem.ts';

/** Returns a result that must not be a refusal; throws when it is one. For tests and benchmarks. */
export function orThrow<Result>(result: Result): Exclude<Result, Problem | StartProblem> {
  if (result instanceof Problem) throw new Error(result.detail);
  if (result instanceof StartProblem) throw new Error(result.message);
  return result as Exclude<Result, Problem | StartProblem>;
}

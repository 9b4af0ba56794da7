/**
 * Whether it is `next build` that loads a route: only to see what it exports, and often where no
 * secret is set. A receiver that is strict about that would fail the build.
 */
export function isNextBuild(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build';
}

/** In place of a receiver, as nothing is received during a build. */
export async function receiveNothing(): Promise<never> {
  throw new Error('Next.js is building: nothing is received.');
}

/**
 * True while `next build` loads a route to read its exports. Secrets are often not set then, so a
 * receiver that checks them would fail the build.
 */
export function isNextBuild(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build';
}

/** Stands in for a receiver during a build. */
export async function receiveNothing(): Promise<never> {
  throw new Error('Next.js is building: nothing is received.');
}

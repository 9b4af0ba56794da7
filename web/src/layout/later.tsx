import { type ComponentType, type ReactNode, Suspense, lazy as whenRendered } from 'react';

/** The pause before a script that failed to load is requested again. */
const AGAIN_MS = 3_000;

/** After so many failures while the service answers, the script belongs to a replaced release. */
const MISSING_MAX = 2;

/**
 * A part of a page whose script is loaded later, so that no page waits for it. `before` is shown
 * until then. A script that fails to load is requested again while the page stays. If the script no
 * longer exists, the page fails, and a reload gets the new one.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  before: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  const Part = whenRendered(async () => ({ default: await patiently(load) })) as ComponentType<P>;
  return (props) => (
    <Suspense fallback={before(props)}>
      <Part {...props} />
    </Suspense>
  );
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let missing = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      const isAnswering = await fetch('/healthz').then(
        () => true,
        () => false,
      );
      if (isAnswering) missing += 1;
      if (missing === MISSING_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

import { type ComponentType, type ReactNode, Suspense, lazy as whenRendered } from 'react';

/** The pause before a script that did not come is asked for again. */
const AGAIN_MS = 3_000;

/** A script that is missing this often belongs to a Rapport that was replaced. */
const MISSING_MAX = 2;

/**
 * A part of pages that is not there at first. No page waits for its script; `before` stands in its
 * place until then. A script that does not come is asked for again, and the page stays meanwhile;
 * where it is gone, the page fails, and a reload has the new one.
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
